"""An entry shows what was asked, rolled and done, and to each viewer no more than they may know."""

import msgspec
import pytest

from domain.vocabulary import EVENTS
from projections.views.entry import EntryView, HiddenEntry
from tests.projections.table import Table
from tests.visibility.marked import MARKER, expect_no_secret, json_of

EVERYBODY = ("ana", "ben", "olaf")


def told(table: Table, number: int, member: str = "gm") -> list[str]:
    return [event["type"] for event in table.entry(number, member).events]


def test_an_entry_shows_its_command_with_its_events() -> None:
    table = Table()
    entry = table.entry(table.ana("damage", target="ramjet", track="hp", amount=3), "ben")
    assert entry.command is not None
    assert (entry.command.type, entry.command.args and entry.command.args["amount"]) == ("freeform.damage", 3)
    assert [(e["type"], e["aggregate"], e["amount"]) for e in entry.events] == [("damage_taken", "character/ramjet", 3)]


def test_an_entry_names_whom_its_ids_mean() -> None:
    table = Table()
    entry = table.entry(table.ana("damage", target="ramjet", track="hp", amount=3))
    assert entry.names[table.ref("ramjet")].name == "Ramjet"


def test_an_entry_stands_after_the_one_before() -> None:
    table = Table()
    number = table.ana("note", text="So it goes.")
    assert (place := table.entry(number).place) is not None
    assert place.after == number - 1


def test_a_typed_die_says_that_it_lay_on_the_table() -> None:
    table = Table()
    entry = table.entry(table.ana("roll", label="luck", notation="1d6", dice={"luck": [5]}), "ben")
    assert [(die.value, die.source, die.kept) for die in entry.rolls[0].dice] == [(5, "table", True)]


def test_a_server_die_says_so() -> None:
    table = Table()
    entry = table.entry(table.ana("roll", label="luck", notation="2d6kh1"), "ben")
    assert [die.source for die in entry.rolls[0].dice] == ["server", "server"]


def test_a_text_stands_where_it_was_written() -> None:
    table = Table()
    entry = table.entry(table.ana("note", text="Owes us."), "ben")
    assert (entry.events[0]["text"], entry.command and entry.command.args) == ("Owes us.", {"text": "Owes us."})


def test_an_erased_text_is_null_and_said_to_be_erased() -> None:
    table = Table()
    number = table.ana("note", text=MARKER)
    table.gm("erase", texts=[f"{number}.0"])
    entry = table.entry(number)
    assert (entry.events[0]["text"], entry.texts[f"{number}.0"].erased) == (None, True)
    expect_no_secret(entry)


def test_a_key_of_another_members_text_is_no_text() -> None:
    table = Table()
    secret = table.gm("note", text=MARKER, audience="gm")
    number = table.ana("roll", label=f"{secret}.0", notation="1d6", dice=[3])
    expect_no_secret(table.entry(number, "ana"))


def test_the_rules_an_entry_cites_are_shown_with_their_words() -> None:
    table = Table()
    number = table.gm("record", what="bluff", target="ramjet", rules=["turn-order"])
    rules = table.entry(number, "ana").rules_cited
    assert rules == {} or set(rules) == {"turn-order"}


def test_what_is_for_the_game_master_is_a_stub_to_everybody_else() -> None:
    table = Table()
    number = table.gm("note", text=MARKER, audience="gm", reason=MARKER)
    stubs = [table.peek(number, member) for member in EVERYBODY]
    assert all(isinstance(stub, HiddenEntry) for stub in stubs)
    assert json_of(stubs[0]) == f'{{"entry":{number},"digest":"{table.entry(number).digest}","hidden":true}}'


def test_the_giver_of_a_command_sees_that_they_gave_it() -> None:
    table = Table()
    number = table.ana("note", text="I stab him.", audience="gm")
    assert (table.entry(number, "ana").reason, isinstance(table.peek(number, "ben"), HiddenEntry)) == (None, True)
    assert table.entry(number, "ana").command is not None


@pytest.mark.parametrize("member", EVERYBODY)
def test_a_veiled_roll_of_the_game_master_tells_its_target_nowhere(member: str) -> None:
    table = Table()
    number = table.gm(
        "roll", label="lie", notation="1d20", target=987654321, veiled=True, reason=MARKER, actor="ramjet"
    )
    entry = table.entry(number, member)
    assert (entry.command, entry.partial, entry.rolls[0].target) == (None, True, None)
    expect_no_secret(entry)


@pytest.mark.parametrize("member", EVERYBODY)
def test_a_sealed_roll_of_the_game_master_is_a_stub(member: str) -> None:
    table = Table()
    number = table.gm("roll", label=MARKER, notation="1d20", sealed=True)
    assert isinstance(table.peek(number, member), HiddenEntry)


def test_what_happens_to_a_hidden_character_is_a_stub() -> None:
    table = Table()
    table.gm("create_character", name=MARKER, hidden=True, tracks={"hp": 5})
    number = table.gm("damage", target=MARKER, track="hp", amount=2)
    assert [isinstance(table.peek(number, member), HiddenEntry) for member in EVERYBODY] == [True] * 3


def test_the_coming_of_a_hidden_character_is_a_stub() -> None:
    table = Table()
    number = table.gm("create_character", name=MARKER, hidden=True, tracks={MARKER: 5})
    assert [isinstance(table.peek(number, member), HiddenEntry) for member in EVERYBODY] == [True] * 3


@pytest.mark.parametrize("member", EVERYBODY)
def test_of_a_tie_to_a_hidden_character_nothing_is_told(member: str) -> None:
    table = Table()
    table.gm("create_character", name=MARKER, hidden=True)
    number = table.gm("link", from_="ramjet", kind="mark", to=MARKER, title=MARKER)
    expect_no_secret(table.peek(number, member))


def test_what_a_player_does_to_a_hidden_sheet_others_read_without_its_effect() -> None:
    table = Table()
    table.gm("create_character", name="Foe", sheet="gm", owners=["ana"], tracks={"hp": 5})
    table.gm("describe", target="foe", owners=["ana"])
    number = table.ana("damage", target="foe", track="hp", amount=2)
    entry = table.entry(number, "ben")
    assert (entry.events, entry.command is not None) == ((), True)


def test_what_a_player_does_in_secret_others_do_not_read() -> None:
    table = Table()
    number = table.ana("announce", actor="ramjet", kind="held", what=MARKER, hidden=True)
    expect_no_secret([table.peek(number, member) for member in ("ben", "olaf")])


def test_a_refusal_after_a_roll_is_told_in_the_viewers_voice() -> None:
    table = Table()
    entry = table.entry(refused(table), "ana")
    assert (entry.status, entry.refusal is not None, len(entry.tape)) == ("refused", True, 1)


def refused(table: Table) -> int:
    """A player's command that is refused after the server rolled: a track that is not there."""
    return table.ana("damage", target="ramjet", track="mana", notation="1d6")


@pytest.mark.parametrize("member", EVERYBODY)
def test_the_open_dice_of_a_refused_command_are_seen_by_everybody(member: str) -> None:
    table = Table()
    assert [die.label for die in table.entry(refused(table), member).tape] == ["damage"]


@pytest.mark.parametrize("member", EVERYBODY)
def test_of_a_refused_command_of_the_game_master_only_the_open_dice_are_seen(member: str) -> None:
    table = Table()
    number = table.gm("damage", target="ramjet", track="mana", notation="1d6", reason=MARKER)
    seen = table.entry(number, member)
    assert (seen.status, seen.command, seen.refusal, len(seen.tape)) == ("refused", None, None, 1)
    expect_no_secret(seen)


@pytest.mark.parametrize("member", EVERYBODY)
def test_a_refused_roll_that_the_game_master_hides_is_a_stub(member: str) -> None:
    table = Table()
    table.gm("create_character", name="Spy", hidden=True, tracks={"hp": 5})
    number = table.gm("damage", target="spy", track="mana", notation="1d6")
    assert isinstance(table.peek(number, member), HiddenEntry)


def asked(table: Table, owner: str = "ana") -> int:
    return table.gm("ask", owner=owner, prompt=MARKER, options=[MARKER, "no"], default="no", key=MARKER, about="ramjet")


@pytest.mark.parametrize("member", ["ben", "olaf"])
def test_what_a_member_is_asked_is_theirs(member: str) -> None:
    table = Table()
    expect_no_secret(table.peek(asked(table), member))


def test_what_a_member_answers_is_theirs() -> None:
    table = Table()
    number = table.ana("answer", deed=asked(table), key=MARKER, choice=MARKER)
    entry = table.entry(number, "ben")
    assert (entry.command and entry.command.args, entry.answers, entry.events[0]["choice"]) == (None, None, "")
    assert table.entry(number, "ana").answers == MARKER


def test_the_member_who_is_asked_reads_the_question() -> None:
    table = Table()
    (question,) = table.entry(asked(table), "ana").decisions
    assert (question.prompt, question.mine, question.open) == (MARKER, True, True)


def test_an_answered_question_is_no_longer_open() -> None:
    table = Table()
    number = asked(table)
    table.ana("answer", deed=number, key=MARKER, choice="no")
    assert [question.open for question in table.entry(number).decisions] == [False]


def test_a_roll_does_not_name_a_hidden_modifier() -> None:
    table = Table()
    table.gm("modify", target="ramjet", path="rolls.luck", amount=-3, title=MARKER, hidden=True)
    curse = {"label": MARKER, "amount": -3}
    number = table.gm("roll", label="luck", notation="1d6", actor="ramjet", modifiers=[curse])
    expect_no_secret(table.peek(number, "ben"))


def test_an_event_has_no_field_that_the_view_takes() -> None:
    taken = {"kind", "aggregate", "aggregate_id", "struck"}
    assert [kind for kind in EVENTS if taken & set(kind.__struct_fields__)] == []


def test_an_entry_is_json() -> None:
    table = Table()
    entry = table.entry(table.ana("roll", label="luck", notation="1d6"), "ben")
    assert isinstance(entry, EntryView)
    assert msgspec.json.decode(json_of(entry))["status"] == "standing"
