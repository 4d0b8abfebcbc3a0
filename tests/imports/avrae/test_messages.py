"""What the bot's messages show beyond their text."""

import pytest

from api.imports.avrae.recording.boards import HealthLine
from api.imports.avrae.recording.events import Embed, EmbedField, EmbedFooter, Message
from api.imports.avrae.story.messages import (
    ActionShown,
    DeathSaveShown,
    FreeRollShown,
    JoiningShown,
    NothingMore,
    QuestionShown,
    Shown,
    TurnShown,
    healths_of,
    read_message,
    text_of,
)


def message(content: str = "", **embed: object) -> Message:
    """A message of the bot; keyword arguments make its one embed."""
    fields = tuple(EmbedField(name=name, value=value) for name, value in dict(embed.pop("fields", {})).items())  # type: ignore[call-overload]
    footer = EmbedFooter(text=str(embed.pop("footer", "")))
    embeds = (Embed(fields=fields, footer=footer, **embed),) if embed else ()  # type: ignore[arg-type]
    return Message(
        combat_id="c",
        timestamp=1.0,
        message_id=1,
        author_id="a",
        author_name="Avrae",
        author_bot=True,
        created_at=1.0,
        content=content,
        embeds=embeds,
    )


def shown(content: str = "", **embed: object) -> Shown:
    reading, faults = read_message(1, message(content, **embed))
    assert faults == ()
    return reading


def test_a_free_check_says_who_rolled_what_and_why() -> None:
    check = shown(title="A Sea Hag makes an Athletics check!", description="1d20 (9) + 3 = `12`\n*a shove*")
    assert isinstance(check, FreeRollShown)
    assert (check.name, check.what, check.save, check.note) == ("A Sea Hag", "Athletics", False, "*a shove*")
    assert [roll.total for roll in check.rolls] == [12]


def test_a_free_save_is_told_from_a_check() -> None:
    save = shown(title="Bartholomew makes a Wisdom Save!", description="1d20 (10) - 1 = `9`")
    assert isinstance(save, FreeRollShown)
    assert (save.what, save.save) == ("Wisdom", True)


def test_a_check_rolled_several_times_shows_every_roll() -> None:
    fields = {"Check 1": "1d20 (4) + 1 = `5`; Failure!", "Check 2": "1d20 (14) + 1 = `15`; Success!"}
    check = shown(title="Keya makes a Stealth check!", description="**DC 12**", fields=fields)
    assert isinstance(check, FreeRollShown)
    assert ([roll.total for roll in check.rolls], check.note) == ([5, 15], "**DC 12**")


@pytest.mark.parametrize(
    ("marks", "footer", "expected"),
    [
        ("F 〇〇〇 | 〇〇〇 S", "Nitar is UP with 1 HP!", (0, 0, "up")),
        ("F ◉◉〇 | ◉〇〇 S", "", (1, 2, None)),
        ("F 〇〇〇 | ◉◉◉ S", "Nitar is STABLE!", (3, 0, "stable")),
        ("F ◉◉◉ | 〇〇〇 S", "Nitar is DEAD!", (0, 3, "dead")),
    ],
)
def test_a_death_save_shows_its_marks_and_its_outcome(
    marks: str, footer: str, expected: tuple[int, int, str | None]
) -> None:
    save = shown(
        title="Nitar makes a Death Save!",
        description="1d20 (**20**) + 0 = `20`",
        fields={"Death Saves": marks},
        footer=footer,
    )
    assert isinstance(save, DeathSaveShown)
    assert (save.successes, save.failures, save.outcome) == expected


def test_who_joins_is_told_from_who_checks() -> None:
    joining = shown(
        title="Keya makes an Initiative check!", description="1d20 (11) + 1 = `12`", footer="Added to combat!"
    )
    assert isinstance(joining, JoiningShown)
    assert [(name, roll and roll.total) for name, roll in joining.rolls.items()] == [("Keya", 12)]


def test_several_monsters_join_in_one_message_and_some_are_placed() -> None:
    text = "SH1 was added to combat with initiative 1d20 (8) + 1 = `9`.\nSH2 was added to combat with initiative 10."
    joining = shown(text)
    assert isinstance(joining, JoiningShown)
    assert [(name, roll and roll.total) for name, roll in joining.rolls.items()] == [("SH1", 9), ("SH2", None)]


def test_the_bot_calls_turns() -> None:
    turn = shown("**Initiative 13 (round 1)**: Bartholomew (<@13676033686500382670>)\n```md\nBartholomew <23/23 HP>```")
    assert turn == TurnShown("Bartholomew", 13, 1)


def test_a_name_with_brackets_is_not_taken_for_who_is_called_on() -> None:
    assert shown("**Initiative 3 (round 2)**: Wolf (old) (<@1>)\n```md\nWolf (old)```") == TurnShown("Wolf (old)", 3, 2)


def test_an_action_shows_slots_counters_and_the_names_of_its_rolls() -> None:
    action = shown(
        title="Keya casts Hex!",
        fields={
            "Meta": "**Surge**: 1d100 (72) = `72`",
            "Spell Slots": "`1` ▢",
            "Rage": "◉◉〇 (-1)",
            "Ki": "12/15 (-3)",
            "Curse": "Until the curse ends",
        },
    )
    assert isinstance(action, ActionShown)
    assert [(row.level, row.left, row.most) for row in action.slots] == [(1, 0, 1)]
    assert [(row.name, row.left, row.most, row.change) for row in action.counters] == [
        ("Rage", 2, 3, -1),
        ("Ki", 12, 15, -3),
    ]
    assert action.labels == {"1d100 (72) = `72`": "Surge"}


@pytest.mark.parametrize(
    "question",
    [
        message("Are you sure you want to end combat? (Reply with yes/no)"),
        message(title="Multiple Matches Found", description="Which one were you looking for?"),
    ],
)
def test_a_question_waits_for_its_answer(question: Message) -> None:
    assert read_message(1, question) == (QuestionShown(), ())


@pytest.mark.parametrize("content", ["", "OK, ending...", "```Awaiting combatants...```"])
def test_a_plain_message_shows_nothing_more(content: str) -> None:
    assert shown(content) == NothingMore()


def test_a_roll_that_does_not_add_up_is_a_fault() -> None:
    reading, (fault,) = read_message(8, message(title="Keya makes a History check!", description="1d20 (6) + 2 = `9`"))
    assert (reading, fault.line, fault.kind) == (NothingMore(), 8, "unreadable-roll")


@pytest.mark.parametrize(
    ("message_read", "health"),
    [
        (message(title="x", footer="Nitar: <31/35 HP> (+4 temp)"), HealthLine("Nitar", 31, 35, 4)),
        (message(title="x", footer="SH1: <Injured>"), HealthLine("SH1", word="Injured")),
        (message(title="x", footer="Ogre: <-7/59 HP>"), HealthLine("Ogre", -7, 59)),
        (
            message("**Initiative 15 (round 2)**: Nitar (<@1>)\n```md\nNitar <0/35 HP> (AC 15)```"),
            HealthLine("Nitar", 0, 35),
        ),
    ],
)
def test_hp_are_read_under_actions_and_at_turns(message_read: Message, health: HealthLine) -> None:
    assert healths_of(message_read) == (health,)


def test_the_text_of_a_message_is_all_it_says() -> None:
    message_read = message(
        "Look:", title="Keya casts Hex!", description="*why*", fields={"Meta": "**DC**: 11"}, footer="SH1: <Dead>"
    )
    assert text_of(message_read) == "Look:\nKeya casts Hex!\n*why*\nMeta: **DC**: 11\nSH1: <Dead>"
