"""Rolls, slots and counters that only the bot's messages show, in the forms in which it prints them."""

from collections.abc import Callable
from typing import Any

import pytest

from api.imports.avrae.recording.spotting import rolls_in
from domain.vocabulary.log import Rolled
from tests.imports.avrae.campaigns import Table, in_memory
from tests.imports.avrae.handmade import BOT, GM, PLAYER, Recording, damage, monster, on, player, rolled

HERO, OGRE = player("Hero", 12), monster("Ogre")
MENTION = "<@1002>"


def after(tell: Callable[[Recording], object]) -> Table:
    """A combat of a hero and an ogre in which this happens, told without a fault and without a difference."""
    recording = Recording()
    recording.begin()
    recording.state(HERO, OGRE)
    tell(recording)
    recording.end()
    table = in_memory(recording.lines)
    assert (table.report.faults, table.report.differences) == ((), ())
    return table


def rolls(table: Table) -> list[Rolled]:
    events = [event for header in table.headers() for event in table.events(header.number)]
    return [event for event in events if isinstance(event, Rolled)]


def asked(name: str, text: str, *answers: str) -> Callable[[Recording], object]:
    """A command of the player, and what the bot says in its course."""

    def tell(recording: Recording) -> None:
        message = recording.say(text)
        for answer in answers:
            recording.bot(answer)
        recording.command(name, text, message)

    return tell


@pytest.mark.parametrize(
    ("tell", "expected"),
    [
        (
            asked("roll", "!r 1d20+5", f"{MENTION}  :game_die:\n**Result**: 1d20 (12) + 5\n**Total**: 17"),
            [("roll", 17)],
        ),
        (asked("roll", "!r 2d6 Fire", f"{MENTION}  :game_die:\n**Fire**: 2d6 (1, 2)\n**Total**: 3"), [("Fire", 3)]),
        (
            asked(
                "multiroll", "!rr 2 1d6", f"{MENTION}\nRolling 2 iterations...\n1d6 (3) = `3`\n1d6 (3) = `3`\n6 total."
            ),
            [("roll", 3), ("roll", 3)],
        ),
        (asked("game hp", "!g hp 1d4", "Hero: 20/20 (1d4 (2) = `2`)"), [("roll", 2)]),
        (lambda log: log.bot("I leap (Athletics Check: 1d20 (**1**) + 4 = `5`) over it"), [("roll", 5)]),
    ],
)
def test_bug_every_roll_that_a_message_shows_is_a_roll(
    tell: Callable[[Recording], object], expected: list[tuple[str, int]]
) -> None:
    assert [(roll.name, roll.total) for roll in rolls(after(tell))] == expected


def test_a_free_roll_is_that_of_the_player_who_asked_for_it() -> None:
    table = after(asked("roll", "!r 1d20", f"{MENTION}  :game_die:\n**Result**: 1d20 (12)\n**Total**: 12"))
    (roll,) = (header for header in table.headers() if header.tape)
    names = {person.member: person.name for person in table.report.members}
    assert names[roll.member] == PLAYER[1]


def test_bug_a_new_order_of_turns_shows_everybodys_roll() -> None:
    def reroll(recording: Recording) -> None:
        text = "Rerolled initiative! New order:\n1d20 (17) = `17`: Ogre\n1d20 (3) + 1 = `4`: Hero"
        asked("init reroll", "!i reroll", text)(recording)

    table = after(reroll)
    totals = [(roll.name, roll.total) for roll in rolls(table)]
    assert (totals, len(table.entries("roll", actor=table.ref("Ogre")))) == ([("initiative", 17), ("initiative", 4)], 1)


HIT = {"type": "attack", "attack_bonus": "7+1d4", "ac": 12, "adv": 0, "did_hit": True, "did_crit": False}


def attacked(title: str) -> Callable[[Recording], object]:
    def tell(recording: Recording) -> None:
        to_hit, hurt = rolled("1d20 (10) + 7 + 1d4 (2) = `19`"), damage("1d6 (3) = `3`")
        message = recording.say("!a club -t ogre")
        recording.run(HERO, on(OGRE, {**HIT, "to_hit_roll": to_hit, "children": [hurt]}), on=[OGRE], asked=message)
        recording.state(HERO, monster("Ogre", hp=27), asked=message)
        value = f"**To Hit**: {to_hit['result']}\n**Damage**: {hurt['damage_roll']['result']}"
        recording.bot(title=title, fields=[{"name": "Ogre", "value": value, "inline": False}])
        recording.command("attack", "!a club -t ogre", message)

    return tell


@pytest.mark.parametrize("title", ["Hero attacks with a Club!", "Bonk!"])
def test_what_an_action_rolled_is_there_once_however_its_answer_is_called(title: str) -> None:
    table = after(attacked(title))
    assert ([(roll.name, roll.total) for roll in rolls(table)], table.track("Ogre")) == (
        [("attack", 19), ("damage", 3)],
        27,
    )


def test_bug_initiative_rolled_on_joining_a_group_is_initiative() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO, OGRE)
    footer = {"text": "Joined group Party!"}
    recording.bot(title="Pal makes an Initiative check!", description="1d20 (2) + 1 = `3`", footer=footer)
    recording.state(HERO, OGRE, player("Pal", 3))
    totals = [(roll.name, roll.total) for roll in rolls(in_memory(recording.lines))]
    assert totals == [("initiative", 3)]


def embedded(**embed: Any) -> Callable[[Recording], object]:
    return lambda recording: recording.bot(author={"name": "Hero"}, **embed)


def field(name: str, value: str) -> dict[str, Any]:
    return {"name": name, "value": value, "inline": True}


@pytest.mark.parametrize(
    ("shown", "track", "left"),
    [
        (embedded(description="__**Remaining Level 1 Spell Slots**__\n`1` ◉◉〇"), "slots/1", 2),
        (embedded(description="__**Remaining Spell Slots**__\n`2` ◉〇\n`3` ◉▣▢"), "slots/3", 2),
        (embedded(fields=[field("Ki", "3/5 (-2)")]), "counters/ki", 3),
        (embedded(fields=[field("Hit Points", "20/20"), field("Spell Slots", "`1` ◉◉◉")]), "slots/1", 3),
    ],
)
def test_bug_slots_and_counters_that_a_message_shows_are_on_the_sheet(
    shown: Callable[[Recording], object], track: str, left: int
) -> None:
    assert after(shown).track("Hero", track=track) == left


def test_bug_a_long_rest_brings_back_slots_and_counters() -> None:
    def rest(recording: Recording) -> None:
        embedded(fields=[field("Ki", "3/5 (-2)")])(recording)
        slots, counters = field("Spell Slots", "`1` ◉◉ (+1)"), field("Reset Counters", "Ki: 5/5 (+2)\nLuck: ◉◉ (+1)")
        recording.bot(title="Hero took a Long Rest!", fields=[field("Hit Points", "20/20"), slots, counters])

    table = after(rest)
    assert [table.track("Hero", track=each) for each in ("slots/1", "counters/ki", "counters/luck")] == [2, 5, 2]


def test_bug_the_turn_is_called_after_whatever_it_brought_about() -> None:
    def turn(recording: Recording) -> None:
        recording.bot("New initiatives:\n1d20 (11) + 1 = `12`: Hero\n**Initiative 12 (round 1)**: Hero (<@1002>)\n")
        recording.state(HERO, OGRE, round=1, turn="Hero")

    table = after(turn)
    assert (len(table.entries("next_turn")), [roll.name for roll in rolls(table)]) == (1, ["initiative"])


@pytest.mark.parametrize(
    "text", ["= `5`", "1d20... = `17`", "**To Hit**: 1d20... = `HIT`", "4 + 3 = `7`", "2d6 (no) way"]
)
def test_what_shows_no_dice_is_no_roll(text: str) -> None:
    assert rolls_in(text) == ([], [])


def test_a_roll_that_does_not_add_up_is_a_fault() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    recording.say("1d20 (3) + 4 = `9`", BOT, bot=True)
    recording.end()
    assert [fault.kind for fault in in_memory(recording.lines).report.faults] == ["unreadable-roll"]


def test_what_people_write_is_no_roll_of_the_bots() -> None:
    assert rolls(after(lambda log: log.say("I had 1d20 (20) = `20` yesterday", GM))) == []
