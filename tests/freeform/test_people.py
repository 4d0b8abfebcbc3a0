"""Characters, encounters and enclaves come, are described, and go."""

import msgspec
import pytest

from domain.visibility.audience import Viewer, seen_event
from domain.vocabulary.values import Attribute, Track
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import but_for_sight

PAT = Viewer("pat", "player")


def handles(table: Table) -> list[str]:
    return sorted(table.campaign.handles)


@pytest.mark.parametrize(
    ("name", "handle"),
    [
        ("Ramjet", "ramjet"),
        ("Smokey Bandit", "smokey-bandit"),
        ("  Dr. X -- II ", "dr-x-ii"),
        ("李", "character"),
        ("!!!", "character"),
        ("a" * 100, "a" * 60),
    ],
)
def test_a_handle_is_made_from_the_name(name: str, handle: str) -> None:
    table = Table()
    table.do("create_character", name=name)
    assert handles(table) == [handle]


@pytest.mark.parametrize("name", ["", "   ", "\n"])
def test_bug_a_character_could_be_called_by_nothing_that_can_be_seen(name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="name"):
        Table().do("create_character", name=name)


def test_a_taken_handle_gets_a_number_behind_it() -> None:
    table = Table()
    for _ in range(3):
        table.do("create_character", name="Goblin")
    assert handles(table) == ["goblin", "goblin-2", "goblin-3"]


def test_handles_are_unique_over_all_kinds() -> None:
    table = Table()
    table.do("create_character", name="Night Shift")
    table.do("create_enclave", name="Night Shift")
    assert table.see("night-shift-2").kind == "enclave"


def test_a_chosen_handle_that_is_taken_is_refused() -> None:
    table = Table().with_hero()
    with expect_refusal("handle", "taken"):
        table.do("create_character", name="Ramjet the Second", handle="ramjet")


def test_a_chosen_handle_that_is_none_is_answered_with_one() -> None:
    with expect_refusal("handle", "big-bad"):
        Table().do("create_character", name="X", handle="Big Bad")


def test_a_character_comes_with_attributes_and_tracks() -> None:
    table = Table()
    tracks = {"hp": {"current": 9, "minimum": 0, "maximum": 12}, "stress": 2}
    table.do("create_character", name="Ramjet", attributes={"guts": 3}, tracks=tracks)
    hero = table.see("ramjet")
    assert hero.attributes == {"guts": Attribute(base=3)}
    assert hero.tracks == {"hp": Track(current=9, minimum=0, maximum=12), "stress": Track(current=2)}


def test_a_character_has_an_id_of_the_entry_that_brought_it() -> None:
    table = Table()
    table.do("create_character", name="Ramjet")
    assert table.ref("ramjet") == "character/c-2"


def test_a_track_with_an_unknown_field_is_no_command() -> None:
    with pytest.raises(msgspec.ValidationError):
        Table().do("create_character", name="X", tracks={"hp": {"current": 1, "top": 2}})


def test_a_bad_name_of_a_track_is_refused() -> None:
    with expect_refusal("bad-name", "'Hit Points'"):
        Table().do("create_character", name="X", tracks={"Hit Points": 3})


def test_an_encounter_comes_with_its_map() -> None:
    table = Table()
    table.do("create_encounter", name="Bridge", areas={"bank": {"borders": ["span"], "light": "dim"}})
    assert table.see("bridge").areas["bank"].borders == ("span",)


def test_an_enclave_comes_with_its_members() -> None:
    table = Table().with_hero()
    table.do("create_enclave", name="Night Shift", members=["ramjet"], tracks={"food": 6})
    assert table.only("night-shift", "members").character == table.ref("ramjet")


def test_a_member_that_does_not_exist_is_missing() -> None:
    with expect_missing("character/c-99"):
        Table().do("create_enclave", name="Night Shift", members=["character/c-99"])


def test_of_a_hidden_character_players_hear_nothing() -> None:
    table = Table()
    table.do("create_character", name="Lurker", hidden=True, tracks={"hp": 4})
    assert [seen_event(PAT, stream_event.event) for stream_event in table.told] == [None, None, None]


def test_a_character_whose_sheet_is_hidden_shows_its_name_only() -> None:
    table = Table()
    decision = table.do("create_character", name="Goblin", sheet="gm", tracks={"hp": 4})
    seen = [seen_event(PAT, stream_event.event) is not None for stream_event in decision.emitted]
    assert list(zip(tags(decision), seen, strict=True)) == [
        ("handle_given", True),
        ("introduced", True),
        ("track_opened", False),
    ]


def test_a_hidden_member_is_hidden_in_the_group() -> None:
    table = Table()
    table.do("create_character", name="Mole", hidden=True)
    table.do("create_enclave", name="Night Shift", members=["mole"])
    assert table.only("night-shift", "members").audience == "gm"


def test_only_what_is_said_anew_changes() -> None:
    table = Table().with_hero()
    table.do("describe", target="ramjet", kind="cape", data={"age": 30})
    table.do("describe", target="ramjet", sheet=["pat"])
    profile = table.see("ramjet").profile["self"]
    assert (profile.name, profile.kind, profile.owners, profile.sheet) == ("Ramjet", "cape", ("pat",), ("pat",))
    assert profile.data == {"age": 30}


def test_a_new_name_is_found_and_the_handle_stays() -> None:
    table = Table().with_hero()
    table.do("describe", target="ramjet", name="Iron Ramjet")
    assert table.campaign.handles["ramjet"].folded == "iron ramjet"


def test_a_character_who_is_revealed_is_in_the_list_for_all() -> None:
    table = Table()
    table.do("create_character", name="Lurker", hidden=True)
    table.do("describe", target="lurker", hidden=False)
    assert table.campaign.handles["lurker"].audience == table.see("lurker").profile["self"].audience == "all"


def test_describing_a_character_does_not_look_at_the_rest_of_the_sheet() -> None:
    table = Table().with_hero(hp=5)
    decision = table.do("describe", target="ramjet", kind="cape")
    assert but_for_sight(decision.reads) == {table.ref("ramjet"), f"{table.ref('ramjet')}.profile.self"}


def test_a_removed_character_is_gone_and_the_handle_is_free() -> None:
    table = Table().with_hero()
    table.do("remove", target="ramjet", because="retired")
    table.do("create_character", name="Ramjet")
    assert table.ref("ramjet") == "character/c-4"


def test_a_removed_character_suffers_no_command_any_more() -> None:
    table = Table().with_hero(hp=5)
    gone = table.ref("ramjet")
    table.do("remove", target="ramjet")
    with expect_missing(gone):
        table.do("damage", target=gone, track="hp", amount=1, force=True)


def test_a_removed_character_leaves_fights_groups_and_links() -> None:
    table = Table().with_hero().with_fight(("ramjet", 10), ("goblin", 5))
    table.do("place", encounter="fight", who="goblin", x=1, y=1)
    table.do("create_enclave", name="Warband", members=["goblin"])
    table.do("link", {"from": "ramjet"}, kind="mark", to="goblin")
    gone = table.ref("goblin")
    table.do("remove", target="goblin")
    assert gone not in table.see("fight").order
    assert not table.see("fight").positions
    assert not table.see("warband").members
    assert not table.see("ramjet").links


def test_what_was_to_end_with_a_character_s_turn_ends_when_they_are_removed() -> None:
    table = Table().with_hero()
    table.do("create_character", name="Goblin")
    until = {"by": "moment", "moment": "turn_end", "subject": "goblin"}
    table.do("afflict", target="ramjet", what="dazed", until=until)
    table.do("remove", target="goblin")
    assert not table.see("ramjet").conditions


def test_a_turn_that_was_theirs_alone_passes_on() -> None:
    table = Table().with_fight(("ramjet", 10), ("goblin", 5))
    table.do("remove", target="ramjet")
    assert table.see("fight").pace["now"].active == (table.ref("goblin").partition("/")[2],)


@pytest.mark.parametrize("command", ["create_character", "create_encounter", "create_enclave", "describe", "remove"])
def test_only_the_game_master_says_who_there_is(command: str) -> None:
    table = Table().with_hero()
    args = {"target": "ramjet"} if command in ("describe", "remove") else {"name": "X"}
    with pytest.raises(PermissionError):
        table.do(command, args, member="pat")
