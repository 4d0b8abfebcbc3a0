"""Reads over HTTP: at any point of time, through any permitted eyes, and never more than the caller may see."""

from typing import Any

import pytest

from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    """Ramjet, played by Pat, and a goblin of the game master's whose sheet is hidden; a roll nobody else may know of."""
    table = Table(owner)
    table.gm.does("freeform.open_session", title="One")
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.create_character", name="Goblin", sheet="gm", tracks={"hp": 6})
    table.gm.does("freeform.create_character", name="Assassin", hidden=True, tracks={"hp": 6})
    return table


def hp(sheet: Json) -> Any:
    return sheet["tracks"]["hp"]["current"]


def damage(table: Table, amount: int) -> int:
    entry: int = table.pat.does("freeform.damage", target="ramjet", track="hp", amount=amount)["entry"]
    return entry


def test_characters_are_listed_by_handle(table: Table) -> None:
    listed = table.gm.see("./characters")
    assert [(line["handle"], line["owners"]) for line in listed] == [
        ("assassin", []),
        ("goblin", []),
        ("ramjet", [table.pat.id]),
    ]


def test_what_is_hidden_is_not_listed_and_not_found(table: Table) -> None:
    assert [line["handle"] for line in table.pat.see("./characters")] == ["goblin", "ramjet"]
    hidden = table.pat.problem("GET", "./characters/assassin", 404)
    unknown = table.pat.problem("GET", "./characters/anybody", 404)
    assert hidden["detail"].replace("assassin", "") == unknown["detail"].replace("anybody", "")


def test_of_a_hidden_sheet_only_the_name_is_seen(table: Table) -> None:
    seen = table.pat.see("./characters/goblin")
    assert (seen["name"], seen["whole"], seen["tracks"]) == ("Goblin", False, {})
    assert hp(table.gm.see("./characters/goblin")) == 6


@pytest.mark.parametrize("name", ["ramjet", "RAMJET", "Ramjet"])
def test_a_character_is_found_by_handle_or_name_in_any_case(table: Table, name: str) -> None:
    assert table.olga.see(f"./characters/{name}")["handle"] == "ramjet"


def test_a_character_is_found_by_id(table: Table) -> None:
    known = table.gm.see("./characters/ramjet")
    assert table.gm.see(f"./characters/{known['id']}") == known


def test_a_sheet_says_which_point_it_is_of(table: Table) -> None:
    entry = damage(table, 1)
    assert table.pat.see("./characters/ramjet")["as_of"]["entry"] == entry


def test_a_sheet_can_be_read_as_of_an_entry(table: Table) -> None:
    first = damage(table, 1)
    damage(table, 2)
    assert hp(table.pat.see("./characters/ramjet", as_of=first)) == 9


def test_a_sheet_can_be_read_as_of_a_session(table: Table) -> None:
    damage(table, 1)
    table.gm.does("freeform.end_session")
    damage(table, 2)
    assert hp(table.pat.see("./characters/ramjet", as_of="session:1")) == 9


def test_a_sheet_can_be_read_as_of_a_time(table: Table) -> None:
    first = damage(table, 1)
    at = table.pat.see(f"./entries/{first}")["at"]
    damage(table, 2)
    assert hp(table.pat.see("./characters/ramjet", as_of=at)) == 9


def test_the_past_can_be_read_as_it_was_played_and_as_we_now_know_it(table: Table) -> None:
    wrong = damage(table, 4)
    later = damage(table, 1)
    table.gm.ask("POST", "./revisions", 201, json={"undo": [wrong]})
    points: list[dict[str, object]] = [
        {"as_of": later},
        {"as_of": later, "view": "as_played"},
        {"as_of": later, "known_at": later},
        {},
    ]
    assert [hp(table.pat.see("./characters/ramjet", **point)) for point in points] == [9, 5, 5, 9]


def test_what_was_not_there_yet_is_not_found(table: Table) -> None:
    table.pat.problem("GET", "./characters/ramjet?as_of=1", 404)


def test_the_game_master_sees_what_a_member_sees(table: Table) -> None:
    seen = table.gm.see("./characters", viewer=table.pat.id)
    assert seen == table.pat.see("./characters")


def test_nobody_else_looks_through_the_eyes_of_another(table: Table) -> None:
    table.pat.problem("GET", f"./characters?viewer={table.olga.id}", 403)


def test_a_view_as_a_stranger_is_refused(table: Table) -> None:
    table.gm.problem("GET", f"./characters?viewer={table.outsider.id}", 400)


def sealed_roll(table: Table) -> Json:
    return table.gm.does("freeform.roll", label="ambush", notation="1d20", sealed=True)


def test_a_hidden_entry_is_a_stub_with_its_digest(table: Table) -> None:
    roll = sealed_roll(table)
    number = roll["entry"]
    stub = {"entry": number, "hidden": True, "digest": roll["digest"]}
    assert table.pat.see(f"./entries/{number}") == stub
    assert table.pat.see("./entries", after=number - 1) == [stub]


def test_a_filter_finds_nothing_hidden(table: Table) -> None:
    sealed_roll(table)
    assert table.pat.see("./entries", kind="roll") == []
    assert len(table.gm.see("./entries", kind="roll")) == 1


def test_the_entries_of_a_player_never_name_what_is_hidden_from_them(table: Table) -> None:
    table.gm.does("freeform.damage", target="assassin", track="hp", amount=2)
    text = table.pat.send("GET", "./entries").text.lower()
    assert "assassin" not in text


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        ({"entry_kind": "record"}, {"record"}),
        ({"session": 1, "member": "Olga"}, set()),
        ({"status": "standing", "kind": "wound"}, {"play"}),
    ],
)
def test_entries_are_filtered(table: Table, only: dict[str, object], kinds: set[str]) -> None:
    damage(table, 1)
    assert {entry["kind"] for entry in table.gm.see("./entries", **only)} == kinds


def test_entries_are_filtered_by_character_and_member(table: Table) -> None:
    entry = damage(table, 1)
    by_pat = table.gm.see("./entries", character="ramjet", member=table.pat.id)
    assert [entry_view["entry"] for entry_view in by_pat] == [entry]


def test_entries_come_in_pages(table: Table) -> None:
    everything = [entry["entry"] for entry in table.gm.see("./entries")]
    first = table.gm.see("./entries", limit=2)
    rest = table.gm.see("./entries", after=first[-1]["entry"])
    assert [entry["entry"] for entry in (*first, *rest)] == everything


def test_the_newest_entries_come_first_when_asked_for(table: Table) -> None:
    head = table.gm.see(".")["head"]["entry"]
    assert [entry["entry"] for entry in table.gm.see("./entries", order="newest", limit=2)] == [head, head - 1]


@pytest.mark.parametrize("limit", ["0", "501", "-1", "many", "1e9", "99999999999999999999"])
def test_a_page_has_between_one_and_five_hundred_entries(table: Table, limit: str) -> None:
    refused = table.gm.problem("GET", f"./entries?limit={limit}", 400)
    assert [(problem["field"], problem["source"]) for problem in refused["fields"]] == [("limit", "query")]


@pytest.mark.parametrize("wrong", ["kind=joy", "status=lost", "entry_kind=x", "order=random", "after=-1", "session=x"])
def test_a_filter_that_is_none_is_refused(table: Table, wrong: str) -> None:
    refused = table.gm.problem("GET", f"./entries?{wrong}", 400)
    assert [problem["field"] for problem in refused["fields"]] == [wrong.partition("=")[0]]


@pytest.mark.parametrize("entry", ["0", "99", "99999999999999999999999", "-1", "x"])
def test_an_entry_that_is_not_there_is_not_found(table: Table, entry: str) -> None:
    table.gm.problem("GET", f"./entries/{entry}", 404)


def test_the_history_of_a_character_is_told_event_by_event(table: Table) -> None:
    damage(table, 1)
    problem = table.pat.see("./characters/ramjet/history", order="newest", limit=1)
    assert [event["event"]["type"] for event in problem["events"]] == ["damage_taken"]


def test_the_histories_of_an_encounter_and_a_group_are_told_by_their_routes_and_by_name(table: Table) -> None:
    table.gm.does("freeform.create_encounter", name="Fight", areas={"yard": {}})
    table.gm.does("freeform.create_enclave", name="Den", members=["ramjet"])
    for kind, thing, path, event in (
        ("encounters", "fight", "areas", "area_drawn"),
        ("enclaves", "den", "members", "member_joined"),
    ):
        whole = table.pat.see(f"./{kind}/{thing}/history")
        part = table.pat.see("./history", target=thing.title(), path=path)
        assert [problem["event"]["type"] for problem in part["events"]] == [event]
        assert (part["events"][0] in whole["events"], len(whole["events"]) > 1) == (True, True)


def test_the_history_of_one_value_leaves_the_others_out(table: Table) -> None:
    damage(table, 1)
    problem = table.pat.see("./characters/ramjet/history", path="tracks.hp")
    assert {event["event"]["name"] for event in problem["events"]} == {"hp"}
    assert table.pat.see("./characters/ramjet/history", path="tracks.mana")["events"] == []


def test_a_value_is_explained(table: Table) -> None:
    entry = damage(table, 1)
    problem = table.pat.see("./characters/ramjet/explain", path="tracks.hp.current")
    assert problem["value"]["value"] == 9
    assert [step["entry"] for step in problem["steps"]][-1] == entry


@pytest.mark.parametrize("path", ["tracks.mana.current", "nonsense", "", "tracks..", "../../x"])
def test_a_path_that_leads_nowhere_is_not_found(table: Table, path: str) -> None:
    table.pat.problem("GET", f"./characters/ramjet/explain?path={path}", 404)


def test_a_number_of_a_board_is_explained(table: Table) -> None:
    table.gm.does("freeform.create_encounter", name="Ambush")
    entry = table.gm.does("freeform.join", encounter="ambush", who="ramjet", initiative=12)["entry"]
    ramjet = table.gm.see("./characters/ramjet")["id"]
    problem = table.pat.see("./encounters/ambush/explain", path=f"order.{ramjet}.initiative")
    assert (problem["handle"], problem["stored"], [step["entry"] for step in problem["steps"]]) == (
        "ambush",
        12,
        [entry],
    )


def test_a_map_shows_who_stands_where_to_members_who_may_know(table: Table) -> None:
    table.gm.does("freeform.create_character", name="Lurker", hidden=True)
    table.gm.does("freeform.create_encounter", name="Ambush", areas={"yard": {"borders": ["street"]}, "street": {}})
    table.gm.does("freeform.place", encounter="ambush", who="ramjet", x=2, y=3, size=2)
    table.gm.does("freeform.place", encounter="ambush", who="lurker", x=5, y=5)
    ramjet, lurker = (table.gm.see(f"./characters/{who}")["id"] for who in ("ramjet", "lurker"))
    seen = {"pat": table.pat.see("./encounters/ambush/map"), "gm": table.gm.see("./encounters/ambush/map")}
    squares = [(cell["x"], cell["y"]) for cell in seen["pat"]["cells"] if ramjet in cell["positions"]]
    assert sorted(squares) == [(2, 3), (2, 4), (3, 3), (3, 4)]
    assert [area["name"] for area in seen["pat"]["areas"]] == ["street", "yard"]
    assert [any(lurker in cell["positions"] for cell in seen[who]["cells"]) for who in ("gm", "pat")] == [True, False]


@pytest.mark.parametrize(("size", "squares"), [(50, 2500), (51, 1), (10**9, 1)])
def test_what_is_wider_than_any_map_is_on_one_square_of_it(table: Table, size: int, squares: int) -> None:
    table.gm.does("freeform.create_encounter", name="Ambush")
    table.gm.does("freeform.place", encounter="ambush", who="ramjet", x=2, y=3, size=size)
    assert len(table.gm.see("./encounters/ambush/map")["cells"]) == squares


def test_a_number_of_a_group_is_explained(table: Table) -> None:
    table.gm.does("freeform.create_enclave", name="Den", tracks={"food": 9})
    entry = table.gm.does("freeform.spend", target="den", track="food", amount=2)["entry"]
    problem = table.pat.see("./enclaves/den/explain", path="tracks.food.current")
    assert (problem["value"]["value"], problem["steps"][-1]["entry"]) == (7, entry)


def test_an_option_of_the_campaign_is_explained(table: Table) -> None:
    problem = table.pat.see("./explain", path="ground.self.options.dice")
    assert (problem["handle"], problem["steps"][0]["entry"]) == ("self", 1)


@pytest.mark.parametrize("of", ["encounters/ambush", "enclaves/den"])
def test_what_a_thing_of_another_kind_has_is_not_found_there(table: Table, of: str) -> None:
    table.gm.does("freeform.create_encounter", name="Ambush")
    table.gm.does("freeform.create_enclave", name="Den")
    table.pat.problem("GET", f"./{of}/explain?path=tracks.hp.current", 404)


def test_a_hidden_sheet_explains_nothing(table: Table) -> None:
    table.pat.problem("GET", "./characters/goblin/explain?path=tracks.hp.current", 404)


def test_a_board_shows_whose_turn_it_is(table: Table) -> None:
    table.gm.does("freeform.create_encounter", name="Ambush", areas={"yard": {}})
    for who, initiative in (("ramjet", 12), ("goblin", 9)):
        table.gm.does("freeform.join", encounter="ambush", who=who, initiative=initiative)
    table.gm.does("freeform.begin", encounter="ambush")
    board = table.olga.see("./encounters/ambush")
    assert [(turn["handle"], turn["active"]) for turn in board["order"]] == [("ramjet", True), ("goblin", False)]
    assert [line["handle"] for line in table.olga.see("./encounters")] == ["ambush"]


@pytest.fixture
def enclave(table: Table) -> Table:
    """The Night Shift, which knows one cell about the goblin."""
    table.gm.does("freeform.create_enclave", name="Night Shift", members=["ramjet"])
    goblin = table.gm.see("./characters/goblin")["ref"]
    ramjet = table.gm.see("./characters/ramjet")["ref"]

    def put(component: str, name: str, **instance: object) -> None:
        table.gm.does("freeform.put", target="night-shift", component=component, name=name, instance=instance)

    put("grids", "goblin", target=goblin, rows=2, columns=1)
    put("cells", "goblin/0/0", grid="goblin", row=0, column=0, truth="A spy.", shown="A cook.", known_by=[ramjet])
    put("followers", "scouts", kind="scout", count=3)
    return table


def test_an_enclave_has_its_roster_and_its_grids(enclave: Table) -> None:
    assert [line["handle"] for line in enclave.pat.see("./enclaves")] == ["night-shift"]
    assert enclave.pat.see("./enclaves/night-shift")["followers"]["count"] == 3
    assert enclave.pat.see("./enclaves/night-shift/roster")["kinds"]["scout"]["ready"] == 3
    assert [grid["name"] for grid in enclave.pat.see("./enclaves/night-shift/grids")] == ["goblin"]


def test_a_cell_shows_what_is_believed_and_keeps_the_truth(enclave: Table) -> None:
    (cell,) = enclave.pat.see("./enclaves/night-shift/grids/goblin")["cells"]
    assert (cell["shown"], "truth" in cell) == ("A cook.", False)
    (known,) = enclave.gm.see("./enclaves/night-shift/grids/goblin")["cells"]
    assert known["truth"] == "A spy."


def test_a_grid_about_nobody_is_not_found(enclave: Table) -> None:
    enclave.pat.problem("GET", "./enclaves/night-shift/grids/dragon", 404)


@pytest.mark.parametrize("path", ["characters/night-shift", "encounters/ramjet", "enclaves/ramjet"])
def test_what_is_of_another_kind_is_not_found_there(enclave: Table, path: str) -> None:
    enclave.gm.problem("GET", f"./{path}", 404)


def test_the_entries_of_a_member_are_asked_for_by_name(table: Table) -> None:
    table.pat.does("freeform.note", text="Here I am.")
    by_name, by_id = (table.gm.see("./entries", member=member) for member in ("pat", table.pat.id))
    assert by_name == by_id != []


def test_a_game_master_names_whose_eyes_they_borrow(table: Table) -> None:
    by_name, by_id = (table.gm.see("./characters", viewer=viewer) for viewer in ("PAT", table.pat.id))
    assert by_name == by_id
