"""The sample as a campaign: what happened in it is what the recording shows."""

from datetime import datetime

import pytest

from api.imports.avrae import RecordingDifference
from api.imports.avrae.retelling.people import member_of
from api.imports.avrae.story.happenings import Damaged
from domain.aggregates import CAMPAIGN, Encounter
from domain.ledger.checking.verify import verify
from domain.play.reading import TrackedReads
from domain.play.values import effective
from domain.visibility.audience import Viewer, seen_aggregate, seen_event
from domain.vocabulary.bodies import Condition
from domain.vocabulary.log import Rolled
from domain.vocabulary.turns import Pace
from domain.vocabulary.values import DamageTaken
from tests.imports.avrae.campaigns import NAME, Table, in_memory
from tests.imports.avrae.recordings import changed, only, told

PLAYER = Viewer(member_of("15964394832197433734"), "player")
"""Who plays Keya."""


def pace(table: Table, entry: int) -> Pace:
    (encounter,) = table.entries("create_encounter")
    state = table.see(f"encounter/e-{encounter}", entry)
    assert isinstance(state, Encounter)
    return state.pace["now"]


def only_condition(table: Table, name: str, entry: int) -> Condition:
    (condition,) = table.see(name, entry).conditions.values()
    return condition


def test_the_whole_recording_is_taken(table: Table) -> None:
    report = table.report
    assert (report.whole, report.exit_code, report.faults) == (True, 0, ())
    assert (report.taken, report.left) == (tuple(range(1, 343)), ())


def test_at_all_57_states_nothing_differs(table: Table) -> None:
    assert (table.report.states, table.report.differences) == (57, ())


def test_the_report_counts_what_was_written(table: Table) -> None:
    headers = table.headers()
    events = [event for header in headers for event in table.events(header.number)]
    assert (table.report.entries, table.report.events) == (len(headers), len(events))
    assert table.report.rolls == sum(isinstance(event, Rolled) for event in events)
    assert table.report.dice == sum(len(header.tape) for header in headers)


def test_the_recordings_rolls_dice_and_wounds_are_all_there(table: Table) -> None:
    assert (table.report.rolls, table.report.dice, table.report.damages) == (36 + 12, 37 + 12, 9)


def test_every_die_is_one_that_fell_at_the_recorded_table(table: Table) -> None:
    assert {die.source for header in table.headers() for die in header.tape} == {"imported"}


def test_what_was_written_verifies(table: Table) -> None:
    assert verify(table.store, table.campaign).faults == ()


def test_the_campaign_is_there_under_its_name(table: Table) -> None:
    row = table.store.campaign(table.campaign)
    assert (row.name, row.system) == (NAME, "freeform")


def test_the_hag_falls_in_eight_hits(table: Table) -> None:
    assert table.course() == [52, 45, 42, 36, 30, 21, 4, 2, -2]


def test_nitar_shifts_falls_and_stands_up(table: Table) -> None:
    (fell,) = table.entries("damage", target=table.ref("Nitar"))
    (stood,) = table.entries("heal")
    points = [(table.track("Nitar", at), table.track("Nitar", at, "temp_hp")) for at in (fell - 1, fell, stood)]
    assert (points, table.see("Nitar", fell).tracks["hp"].maximum) == ([(31, 4), (0, 0), (1, 0)], 35)


@pytest.mark.parametrize(
    ("name", "points"),
    [("Verity Silverdust", 18), ("Bartholomew", 23), ("Aleksandra", 15), ("Keya", 24), ("Mozzie Urahaka", 22)],
)
def test_the_other_five_are_unhurt(table: Table, name: str, points: int) -> None:
    assert table.track(name) == points


def test_a_wound_is_one_entry_with_its_dice(table: Table) -> None:
    roll, wound = table.events(table.hits()[5])
    assert isinstance(roll, Rolled)
    assert isinstance(wound, DamageTaken)
    assert (roll.notation, roll.dice) == ("2d8+1d6 [magical chaotic]", ((8, 3, True), (8, 8, True), (6, 6, True)))
    assert (wound.name, wound.amount, wound.harm) == ("hp", 17, "magical chaotic")


def test_the_hags_wounds_look_at_nothing_of_her_hp(table: Table) -> None:
    reads = set().union(*table.store.reads_of(table.campaign, table.hits()).values())
    assert {path for path in reads if ".tracks.hp." in path and not path.endswith(".audience")} == set()


def test_slots_and_uses_are_spent(table: Table) -> None:
    left = [table.track("Bartholomew", track=name) for name in ("slots/1", "counters/sorcery-points")]
    assert (left, table.track("Nitar", track="counters/rage")) == ([2, 1], 2)


def test_mage_armor_adds_to_the_armour_class_while_it_lasts(table: Table) -> None:
    (cast,) = table.entries("modify")
    look = TrackedReads(table.ledger.heads.fresh(table.campaign), None)
    assert table.see("Verity Silverdust", cast - 1).modifiers == {}
    assert effective(look, table.ref("Verity Silverdust"), "attributes.ac").total == 13 + 3


def test_a_part_of_a_spell_lasts_as_long_as_the_spell(table: Table) -> None:
    hexed = next(each for each in table.see("SH1").conditions.values() if each.what == "Hexed")
    assert getattr(hexed.until, "path", "").startswith(f"{table.ref('Keya')}.conditions.hexing-")


def test_concentration_is_marked(table: Table) -> None:
    concentrating = [each.what for each in table.see("Keya").conditions.values() if "concentration" in each.tags]
    assert concentrating == ["Hex"]


def test_the_turn_goes_back_once_and_durations_with_it(table: Table) -> None:
    (back,) = table.entries("previous_turn")
    turns = [pace(table, at).active for at in (back - 1, back)]
    assert turns == [(table.ref(name).partition("/")[2],) for name in ("Bartholomew", "Nitar")]
    lasting = [only_condition(table, "Bartholomew", at).until for at in (back, back + 1)]
    assert [getattr(until, "passing", None) for until in lasting] == [8, 9]


def test_the_combat_ends_in_its_second_round(table: Table) -> None:
    (end,) = table.entries("end_encounter")
    assert (pace(table, end - 1).round, pace(table, end).state) == (2, "ended")


def test_entries_are_written_when_things_happened(table: Table) -> None:
    times = [datetime.fromisoformat(header.at).timestamp() for header in table.headers()]
    wounds = [wound.source.at for wound in only(Damaged, told().happenings)]
    written = [times[number - 1] for number in table.entries("damage")]
    assert times == sorted(times)
    assert max(abs(one - other) for one, other in zip(written, wounds, strict=True)) < 1e-5


def test_everybody_is_a_member_and_plays_their_own(table: Table) -> None:
    members = {person.member: person.role for person in table.report.members}
    participants = {name: each.role for name, each in table.see(CAMPAIGN).instances("participants").items()}
    assert participants == members
    assert sorted(members.values()) == ["gm", "observer", *["player"] * 5]
    assert {each.name: each.owner for each in table.report.characters}["Keya"] == PLAYER.member


def test_an_entry_names_who_caused_it(table: Table) -> None:
    members = {person.member: person.name for person in table.report.members}
    assert [members[table.headers()[hit - 1].member] for hit in table.hits()[:2]] == ["Player 0", "Player 4"]


def test_the_hags_sheet_is_the_game_masters(table: Table) -> None:
    seen = seen_aggregate(PLAYER, table.see("SH1"))
    assert seen is not None
    assert (seen.profile["self"].name, seen.tracks, seen.attributes) == ("SH1", {}, {})


def test_what_it_takes_to_hit_the_hag_no_player_learns(table: Table) -> None:
    (attack,) = table.events(table.entries("roll", label="attack")[0])
    seen = seen_event(PLAYER, attack)
    assert isinstance(attack, Rolled)
    assert isinstance(seen, Rolled)
    assert (attack.target, seen.target, seen.total) == (14, None, 9)


def test_words_are_kept_as_notes(table: Table) -> None:
    notes = table.entries("note")
    words = table.store.texts(table.campaign, [f"{note}.0" for note in notes]).values()
    assert (len(notes), "!i prev" in words) == (185, True)


def test_a_state_that_says_otherwise_is_a_difference_as_is_the_one_that_takes_it_back() -> None:
    def arm(line: dict[str, str]) -> None:
        line["human_readable"] = line["human_readable"].replace(
            "(AC 18, Hexblade's Curse)", "(AC 19, Hexblade's Curse)"
        )

    differences = in_memory(changed(280, arm)).report.differences
    assert differences[0] == RecordingDifference(280, "Keya", "AC", 19, 18)
    assert [(each.what, each.log, each.ours) for each in differences[1:]] == [("AC", 18, 19)]
