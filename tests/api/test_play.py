"""Commands over HTTP: what they become, what refuses them, and what makes sending them twice safe."""

from uuid import uuid4

import pytest

from tests.api.people import Json, Person, Table, command


@pytest.fixture
def table(owner: Person) -> Table:
    """A table at which Pat plays Ramjet, who has 10 hit points."""
    table = Table(owner)
    tracks = {"hp": 10, "luck": {"current": 1, "minimum": 0}}
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
    return table


def hurt(amount: int, **envelope: object) -> Json:
    return command("freeform.damage", target="ramjet", track="hp", amount=amount, **envelope)


def hp(table: Table) -> int:
    current: int = table.gm.see("./characters/ramjet")["tracks"]["hp"]["current"]
    return current


def head(table: Table) -> int:
    entry: int = table.gm.see(".")["head"]["entry"]
    return entry


def test_a_command_becomes_an_entry(table: Table) -> None:
    before = head(table)
    entry = table.pat.ask("POST", "./commands", 201, json=hurt(3))
    assert (entry["entry"], entry["status"], entry["member"]) == (before + 1, "standing", table.pat.id)
    assert [event["type"] for event in entry["events"]] == ["damage_taken"]
    assert hp(table) == 7


def test_the_entry_can_be_read_again(table: Table) -> None:
    entry = table.pat.ask("POST", "./commands", 201, json=hurt(3))
    assert table.pat.see(f"./entries/{entry['entry']}") == entry


def test_sent_twice_it_is_done_once(table: Table) -> None:
    sent = hurt(3)
    first = table.pat.ask("POST", "./commands", 201, json=sent)
    assert table.pat.ask("POST", "./commands", 201, json=sent) == first
    assert hp(table) == 7


def test_what_could_not_be_done_again_is_answered_again(table: Table) -> None:
    sent = command("freeform.spend", target="ramjet", track="luck", amount=1)
    first = table.pat.ask("POST", "./commands", 201, json=sent)
    assert table.pat.ask("POST", "./commands", 201, json=sent) == first


def test_the_id_of_a_command_that_was_done_is_taken_for_one_that_cannot_be(table: Table) -> None:
    sent = command("freeform.spend", target="ramjet", track="luck", amount=1)
    table.pat.ask("POST", "./commands", 201, json=sent)
    other = {**sent, "args": {**sent["args"], "amount": 2}}
    assert table.pat.problem("POST", "./commands", 409, json=other)["type"] == "/problems/command-id-taken"


def test_the_id_of_another_command_is_taken(table: Table) -> None:
    sent = hurt(3)
    entry = table.pat.ask("POST", "./commands", 201, json=sent)
    refused = table.pat.problem("POST", "./commands", 409, json=sent | {"args": {**sent["args"], "amount": 4}})
    assert (refused["type"], refused["entry"]) == ("/problems/command-id-taken", entry["entry"])


def test_the_id_of_another_members_command_is_taken(table: Table) -> None:
    sent = hurt(3)
    table.pat.ask("POST", "./commands", 201, json=sent)
    table.gm.problem("POST", "./commands", 409, json=sent)


def test_after_a_refusal_without_dice_the_id_is_free(table: Table) -> None:
    sent = command("freeform.spend", target="ramjet", track="luck", amount=2)
    table.pat.problem("POST", "./commands", 422, json=sent)
    table.pat.ask("POST", "./commands", 201, json=hurt(3, _id=sent["id"]))


def test_what_has_moved_on_since_it_was_seen_is_refused_with_what_moved_it(table: Table) -> None:
    seen = head(table)
    moved = table.gm.ask("POST", "./commands", 201, json=hurt(1))["entry"]
    sent = command("freeform.heal", target="ramjet", track="hp", amount=1, _expected_entry=seen)
    refused = table.pat.problem("POST", "./commands", 409, json=sent)
    assert (refused["type"], refused["entries"]) == ("/problems/moved", [moved])


def test_what_has_moved_on_after_dice_fell_leaves_them_in_an_entry_that_it_names(table: Table) -> None:
    seen = head(table)
    table.gm.ask("POST", "./commands", 201, json=hurt(1))
    sent = command("freeform.damage", target="ramjet", track="hp", notation="1d4", _expected_entry=seen)
    refused = [table.pat.problem("POST", "./commands", 409, json=sent) for _ in range(2)]
    assert refused[0] == refused[1]
    assert (refused[0]["type"], refused[0]["entry"], head(table)) == ("/problems/moved", seen + 2, seen + 2)
    assert table.olga.see(f"./entries/{seen + 2}")["status"] == "refused"


def test_what_has_not_moved_is_done(table: Table) -> None:
    seen = head(table)
    table.gm.does("freeform.note", text="Nothing of hit points.")
    sent = command("freeform.heal", target="ramjet", track="hp", amount=1, _expected_entry=seen)
    table.pat.ask("POST", "./commands", 201, json=sent)


@pytest.mark.parametrize("where", ["query", "body"])
def test_a_dry_run_shows_the_entry_and_writes_nothing(table: Table, where: str) -> None:
    before = head(table)
    body = hurt(3, _dry_run=True) if where == "body" else hurt(3)
    path = "./commands?dry_run=true" if where == "query" else "./commands"
    entry = table.pat.ask("POST", path, 200, json=body)
    assert (entry["entry"], entry["hash"]) == (before + 1, "")
    assert (head(table), hp(table)) == (before, 10)


def test_the_dice_of_a_dry_run_are_marked_and_not_those_to_come(table: Table) -> None:
    sent = command("freeform.roll", label="luck", notation="1d1000000")
    tried = [table.pat.ask("POST", "./commands?dry_run=true", 200, json=sent)["rolls"][0]["dice"][0] for _ in range(2)]
    rolled = table.pat.ask("POST", "./commands", 201, json=sent)["rolls"][0]["dice"][0]
    assert [die["source"] for die in (*tried, rolled)] == ["preview", "preview", "server"]
    assert len({die["value"] for die in (*tried, rolled)}) == 3


def test_typed_dice_count_as_they_are(table: Table) -> None:
    roll = table.pat.does("freeform.roll", label="luck", notation="2d6", _dice={"luck": [5, 3]})["rolls"][0]
    assert [(die["value"], die["source"]) for die in roll["dice"]] == [(5, "table"), (3, "table")]
    assert roll["total"] == 8


def test_a_campaign_of_table_dice_is_told_which_are_missing(owner: Person) -> None:
    table = Table(owner, dice="table")
    refused = table.pat.problem("POST", "./commands", 422, json=command("freeform.roll", label="luck", notation="2d6"))
    assert refused["type"] == "/problems/dice-needed"
    assert [(roll["label"], roll["index"], roll["sides"]) for roll in refused["missing"]] == [
        ("luck", 0, 6),
        ("luck", 1, 6),
    ]


def test_a_refusal_names_its_rule(table: Table) -> None:
    refused = table.pat.problem(
        "POST", "./commands", 422, json=command("freeform.spend", target="ramjet", track="luck", amount=2)
    )
    assert refused["rule"]
    assert refused["detail"]


def test_a_batch_is_as_many_entries(table: Table) -> None:
    entries = table.pat.ask("POST", "./batches", 201, json={"commands": [hurt(1), hurt(2)]})["entries"]
    assert [entry["entry"] for entry in entries] == [head(table) - 1, head(table)]
    assert hp(table) == 7


def test_a_batch_is_done_whole_or_not_at_all(table: Table) -> None:
    before = head(table)
    doomed = command("freeform.spend", target="ramjet", track="luck", amount=2)
    table.pat.problem("POST", "./batches", 422, json={"commands": [hurt(1), doomed]})
    assert (head(table), hp(table)) == (before, 10)


def test_a_batch_can_be_tried(table: Table) -> None:
    before = head(table)
    tried = table.pat.ask("POST", "./batches", 200, json={"commands": [hurt(1), hurt(2)], "dry_run": True})
    assert [entry["entry"] for entry in tried["entries"]] == [before + 1, before + 2]
    assert head(table) == before


def test_a_batch_sent_twice_is_done_once(table: Table) -> None:
    sent = {"commands": [hurt(1), hurt(2)]}
    first = table.pat.ask("POST", "./batches", 201, json=sent)
    assert table.pat.ask("POST", "./batches", 201, json=sent) == first
    assert hp(table) == 7


def fishing() -> Json:
    luck = command("freeform.roll", label="luck", notation="1d20")
    return {"commands": [luck, command("freeform.spend", target="ramjet", track="luck", amount=2)]}


def test_what_was_rolled_before_a_refusal_stands(table: Table) -> None:
    before = head(table)
    refused = table.pat.problem("POST", "./batches", 422, json=fishing())
    entry = table.gm.see(f"./entries/{before + 1}")
    assert (refused["standing"], refused["rule"], head(table)) == ([before + 1], "minimum", before + 1)
    assert (entry["status"], [roll["label"] for roll in entry["rolls"]]) == ("standing", ["luck"])


def test_a_stopped_batch_leaves_nothing_of_the_commands_behind_the_refusal(table: Table) -> None:
    before, sent = head(table), fishing()
    sent["commands"].append(hurt(1))
    table.pat.problem("POST", "./batches", 422, json=sent)
    assert (head(table), hp(table)) == (before + 1, 10)


def test_a_stopped_batch_sent_again_shows_the_same_dice_and_the_same_refusal(table: Table) -> None:
    sent = fishing()
    refused = table.pat.problem("POST", "./batches", 422, json=sent)
    before = head(table)
    assert table.pat.problem("POST", "./batches", 422, json=sent) == refused
    assert head(table) == before


def test_a_stopped_batch_sent_again_goes_on_where_the_refusal_no_longer_holds(table: Table) -> None:
    sent = fishing()
    stopped = table.pat.problem("POST", "./batches", 422, json=sent)["standing"]
    table.gm.ask("POST", "./commands", 201, json=command("freeform.gain", target="ramjet", track="luck", amount=2))
    entries = table.pat.ask("POST", "./batches", 201, json=sent)["entries"]
    assert [entry["entry"] for entry in entries] == [*stopped, head(table)]


def test_a_batch_whose_first_command_is_refused_after_dice_of_its_own_plays_nothing_more(table: Table) -> None:
    before = head(table)
    doomed = command("freeform.spend", target="ramjet", track="luck", notation="1d1+20")
    refused = table.pat.problem("POST", "./batches", 422, json={"commands": [doomed, hurt(1)]})
    assert (refused.get("standing", []), refused["entry"], hp(table)) == ([], before + 1, 10)


@pytest.mark.parametrize(
    ("args", "status"), [({"target": "nobody"}, 404), ({"amount": "two"}, 400), ({"track": "no-such"}, 422)]
)
def test_a_batch_stops_in_the_same_way_at_a_command_that_is_wrong(table: Table, args: Json, status: int) -> None:
    sent = fishing()
    sent["commands"][1]["args"] |= args
    before = head(table)
    assert table.pat.problem("POST", "./batches", status, json=sent)["standing"] == [before + 1]
    assert table.gm.see("./verification")["ok"]


def test_a_batch_stops_before_a_command_whose_sender_has_not_seen_what_moved(table: Table) -> None:
    before = head(table)
    table.gm.ask("POST", "./commands", 201, json=command("freeform.gain", target="ramjet", track="luck", amount=1))
    sent = fishing()
    sent["commands"][1] |= {"expected_entry": before}
    sent["commands"][1]["args"]["amount"] = 1
    assert table.pat.problem("POST", "./batches", 409, json=sent)["standing"] == [before + 2]
    assert head(table) == before + 2


def test_a_batch_says_itself_whether_it_is_tried(table: Table) -> None:
    table.pat.problem("POST", "./batches", 400, json={"commands": [hurt(1, _dry_run=True)]})


@pytest.mark.parametrize("commands", [[], [hurt(0)] * 1001])
def test_a_batch_has_between_one_and_a_thousand_commands(table: Table, commands: list[Json]) -> None:
    refused = table.pat.problem("POST", "./batches", 400, json={"commands": commands})
    assert refused["fields"][0]["field"] == "commands"


def test_observers_give_no_commands(table: Table) -> None:
    table.olga.problem("POST", "./commands", 403, json=hurt(1))


def test_outsiders_find_no_campaign(table: Table) -> None:
    table.outsider.problem("POST", "./commands", 404, json=hurt(1))


def test_strangers_are_asked_who_they_are(table: Table, stranger: Person) -> None:
    stranger.at(table.id).problem("POST", "./commands", 401, json=hurt(1))


def test_a_player_gives_no_command_of_the_game_masters(table: Table) -> None:
    refused = table.pat.problem("POST", "./commands", 403, json=command("freeform.create_character", name="Imp"))
    assert "game master" in refused["detail"]


def test_a_player_does_not_play_another_players_character(table: Table) -> None:
    quinn = table.join("Quinn", "player")
    quinn.problem("POST", "./commands", 403, json=hurt(1))


def test_only_the_game_master_forces(table: Table) -> None:
    table.pat.problem("POST", "./commands", 403, json=hurt(1, _force=True))


def test_a_token_for_reading_does_not_play(table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "screen", "scopes": ["read"]})
    reader = Person(table.pat.http, made["secret"], table.pat.id, table.id)
    reader.problem("POST", "./commands", 403, json=hurt(1))


def test_a_bot_plays_for_its_member_and_that_is_on_record(table: Table) -> None:
    made = table.pat.ask("POST", "/bots", 201, json={"name": "Dicer"})
    bot = Person(table.pat.http, made["secret"], made["account"]["id"], table.id)
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    entry = bot.ask("POST", "./commands", 201, json=hurt(1), headers={"On-Behalf-Of": table.pat.id})
    assert (entry["member"], entry["through"]) == (table.pat.id, bot.id)


@pytest.mark.parametrize(
    ("sent", "word"),
    [
        ({"type": "freeform.dance"}, "dance"),
        ({"type": "chess.castle"}, "castle"),
        ({"args": {"track": "hp", "amount": 1}}, "target"),
        ({"args": {"target": "ramjet", "track": "hp", "amount": {}}}, "amount"),
        ({"args": {"target": "ramjet", "track": "hp", "amount": 1, "speed": 1}}, "speed"),
        ({"args": "ramjet"}, "args"),
        ({"id": "not-a-uuid"}, "not-a-uuid"),
        ({"id": 7}, "id"),
        ({"dice": {"luck": ["six"]}}, "dice"),
        ({"dice_source": "moon"}, "dice_source"),
        ({"expected_entry": "new"}, "expected_entry"),
        ({"force": "yes"}, "force"),
        ({"audience": 3}, "audience"),
        ({"colour": "red"}, "colour"),
        ({"version": 99}, "version"),
    ],
)
def test_a_malformed_command_is_refused_with_what_is_wrong(table: Table, sent: Json, word: str) -> None:
    refused = table.gm.problem("POST", "./commands", 400, json=hurt(1) | sent)
    assert word in refused["detail"]


@pytest.mark.parametrize("amount", [10**30, -(10**30), 2**63])
def test_a_number_beyond_all_measure_is_refused(table: Table, amount: int) -> None:
    answer = table.gm.send("POST", "./commands", json=hurt(amount))
    assert answer.status_code in (400, 422), answer.text


def test_what_does_not_exist_is_not_found(table: Table) -> None:
    sent = command("freeform.damage", target="nobody", track="hp", amount=1)
    assert "nobody" in table.gm.problem("POST", "./commands", 404, json=sent)["detail"]


def test_words_with_a_null_character_are_refused_or_kept(table: Table) -> None:
    answer = table.gm.send("POST", "./commands", json=command("freeform.note", text="a\x00b"))
    assert answer.status_code in (201, 400), answer.text


def test_a_command_without_an_id_gets_one(table: Table) -> None:
    sent = hurt(1)
    del sent["id"]
    assert table.pat.ask("POST", "./commands", 201, json=sent)["command"]["id"]


def ask_pat(table: Table) -> int:
    asked = table.gm.does(
        "freeform.ask",
        owner=table.pat.id,
        prompt="Which way?",
        options=["left", "right"],
        default="left",
        key="way",
        about="ramjet",
    )
    deed: int = asked["entry"]
    return deed


def test_a_decision_is_listed_and_answered_by_its_owner(table: Table) -> None:
    deed = ask_pat(table)
    (decision,) = table.pat.see("./decisions")
    assert (decision["deed"], decision["key"], decision["options"], decision["mine"]) == (
        deed,
        "way",
        ["left", "right"],
        True,
    )
    table.pat.does("freeform.answer", deed=deed, key="way", choice="right")
    assert table.pat.see("./decisions") == []


def test_decisions_are_listed_by_owner(table: Table) -> None:
    ask_pat(table)
    assert len(table.gm.see("./decisions", owner=table.pat.id)) == 1
    assert table.gm.see("./decisions", owner="gm") == []


def test_nobody_answers_for_another(table: Table) -> None:
    deed = ask_pat(table)
    quinn = table.join("Quinn", "player")
    sent = command("freeform.answer", deed=deed, key="way", choice="right")
    quinn.problem("POST", "./commands", 403, json=sent)


def test_a_choice_that_is_none_is_refused(table: Table) -> None:
    deed = ask_pat(table)
    sent = command("freeform.answer", deed=deed, key="way", choice="up")
    table.pat.problem("POST", "./commands", 422, json=sent)


def test_while_a_deed_waits_play_around_it_does_too(table: Table) -> None:
    ask_pat(table)
    assert table.pat.problem("POST", "./commands", 422, json=hurt(1))["rule"] == "deed-waiting"


def test_ids_of_campaigns_are_apart(table: Table, owner: Person) -> None:
    other = Table(owner)
    shared = str(uuid4())
    table.gm.does("freeform.note", text="Here.", _id=shared)
    other.gm.does("freeform.note", text="There.", _id=shared)
