"""What anybody can check by themselves: the chain of an export, and the dice of a campaign."""

import hashlib
import json
import struct
from io import BytesIO
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.services import Services
from domain.dice.verify import DiceDocument, DiceVerification, verify_dice
from domain.ledger.checking.verify import verify
from domain.ledger.memory.store import MemoryStore
from domain.ledger.upkeep.importing import import_ledger
from tests.api.people import Json, Person, Table, command


@pytest.fixture
def table(owner: Person) -> Table:
    """A session in which everybody rolled: openly, in secret, and in vain."""
    table = Table(owner)
    table.gm.does("freeform.open_session")
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.pat.does("freeform.roll", label="leap", notation="2d6", actor="ramjet")
    table.gm.does("freeform.roll", label="ambush", notation="1d20", sealed=True)
    table.gm.does("freeform.roll", label="secret", notation="1d20", _audience="gm")
    table.pat.does("freeform.roll", label="typed", notation="1d6", _dice=[4])
    return table


def dice(person: Person, **point: Any) -> DiceDocument:
    return msgspec.json.decode(person.send("GET", "./dice", params=point).content, type=DiceDocument)


def labels(document: DiceDocument) -> set[str]:
    return {die.label for entry in document.entries for die in entry.dice}


def checked(person: Person) -> DiceVerification:
    return verify_dice(dice(person))


def test_before_the_session_ends_no_seed_is_revealed(table: Table) -> None:
    verdict = checked(table.gm)
    assert verdict.sound
    assert {one.die.label for one in verdict.unrevealed} == {"leap", "ambush", "secret"}
    assert {one.die.label for one in verdict.unseeded} == {"typed"}


def test_after_the_session_every_open_die_can_be_recomputed(table: Table) -> None:
    table.gm.does("freeform.end_session")
    verdict = checked(table.pat)
    assert verdict.sound
    assert {one.die.label for one in verdict.recomputed} == {"leap"}


def test_a_player_is_shown_no_die_of_a_roll_they_may_not_see(table: Table) -> None:
    assert labels(dice(table.pat)) == {"leap", "typed"}
    assert labels(dice(table.gm)) == {"leap", "typed", "ambush", "secret"}


def test_commitments_do_not_change_when_seeds_are_revealed(table: Table) -> None:
    before = {epoch.number: epoch.open_commitment for epoch in dice(table.pat).epochs}
    table.gm.does("freeform.end_session")
    after = {epoch.number: epoch.open_commitment for epoch in dice(table.pat).epochs}
    assert before.items() <= after.items()


def test_a_die_that_was_tampered_with_is_found(table: Table) -> None:
    table.gm.does("freeform.end_session")
    document = msgspec.to_builtins(dice(table.gm))
    (rolled,) = (entry for entry in document["entries"] if entry["dice"][0]["label"] == "leap")
    rolled["dice"][0]["value"] = rolled["dice"][0]["value"] % 6 + 1
    assert not verify_dice(msgspec.convert(document, DiceDocument)).sound


def test_the_dice_of_answers_and_of_changed_pasts_are_sound_too(table: Table) -> None:
    rolled = table.pat.does("freeform.roll", label="jump", notation="1d6")["entry"]
    wider = command("freeform.roll", label="jump", notation="2d6")
    table.gm.ask("POST", "./revisions", 201, json={"amend": {"entry": rolled, "command": wider}})
    leaped = command("freeform.roll", label="dive", notation="1d8")
    table.gm.ask("POST", "./revisions", 201, json={"insert": {"after": rolled, "command": leaped}})
    assert {"jump", "dive"} <= {one.die.label for one in checked(table.pat).unrevealed}
    table.gm.does("freeform.end_session")
    verdict = checked(table.pat)
    assert verdict.sound, verdict.mismatching
    assert verdict.unrevealed == ()
    assert {"jump", "dive"} <= {one.die.label for one in verdict.recomputed}


def test_dice_that_were_rolled_in_vain_are_shown_to_everybody(table: Table) -> None:
    vain = command("freeform.damage", target="ramjet", track="mana", notation="1d6", label="vain")
    entry = table.pat.problem("POST", "./commands", 422, json=vain)["entry"]
    assert ["vain" in labels(dice(who)) for who in (table.gm, table.pat, table.olga)] == [True] * 3
    seen = table.olga.see(f"./entries/{entry}")
    assert (seen["status"], [die["label"] for die in seen["tape"]]) == ("refused", ["vain"])


def lines(person: Person, **point: Any) -> tuple[Json, list[Json]]:
    answer = person.send("GET", "./export", params=point)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    title, *entries, end = (json.loads(line) for line in answer.text.splitlines())
    assert end["head"] == title["head"]
    return title, entries


def part(content: bytes) -> bytes:
    return struct.pack(">q", len(content)) + content


def digest_of(line: Json) -> str:
    """The digest of a whole line, made as the chain's description says and by nothing of the project's own."""
    events = b"".join(
        struct.pack(">qq", event["position"], event["version"])
        + b"".join(part(event[field].encode()) for field in ("ref", "topic", "kind", "body"))
        for event in line["events"]
    )
    canonical = b"".join(
        (
            part(line["header"].encode()),
            part(bytes.fromhex(line["request_digest"])),
            part(struct.pack(f">{len(line['read_ids'])}i", *line["read_ids"])),
            part(b"".join(struct.pack(">i", number) + part(path.encode()) for number, path in line["new_paths"])),
            part(events),
            part(line["restatements"].encode()),
        )
    )
    return hashlib.sha256(bytes.fromhex(line["salt"]) + canonical).hexdigest()


def linked(campaign: str, entries: list[Json]) -> str:
    """The hash that the chain of these lines ends in."""
    before = hashlib.sha256(UUID(campaign).bytes).digest()
    for line in entries:
        content = before + struct.pack(">q", line["entry"]) + bytes.fromhex(line["digest"])
        before = hashlib.sha256(content).digest()
        assert before.hex() == line["hash"]
    return before.hex()


@pytest.mark.parametrize("who", ["gm", "pat", "olga"])
def test_an_export_lets_a_reader_follow_the_chain_to_its_head(table: Table, who: str) -> None:
    person: Person = getattr(table, who)
    title, entries = lines(person)
    head = person.see(".")["head"]
    assert linked(table.id, entries) == title["head"]["hash"] == head["hash"]
    assert [line["entry"] for line in entries] == list(range(1, head["entry"] + 1))


def test_a_game_masters_export_holds_all_that_the_chain_covers(table: Table) -> None:
    title, entries = lines(table.gm)
    assert title["whole"]
    assert [digest_of(line) for line in entries] == [line["digest"] for line in entries]


def test_a_game_masters_export_can_be_taken_in_elsewhere(table: Table, services: Services) -> None:
    elsewhere = MemoryStore()
    taken = BytesIO(table.gm.send("GET", "./export").content)
    done = import_ledger(elsewhere, services.registry, taken)
    assert (str(done.campaign.id), verify(elsewhere, done.campaign.id).faults) == (table.id, ())


def test_a_players_export_hides_what_they_may_not_see(table: Table) -> None:
    title, entries = lines(table.pat)
    text = json.dumps(entries)
    assert (title["whole"], "ambush" in text, "secret" in text) == (False, False, False)
    assert len([line for line in entries if line.get("hidden")]) == 2


def test_what_was_erased_is_not_in_an_export(table: Table) -> None:
    noted = table.gm.does("freeform.note", text="A word to be forgotten.")
    table.gm.does("freeform.erase", texts=list(noted["texts"]))
    assert "to be forgotten" not in table.gm.send("GET", "./export").text
    assert table.gm.see("./verification") | {"hash": ""} == {
        "ok": True,
        "entries": noted["entry"] + 1,
        "head": noted["entry"] + 1,
        "hash": "",
        "faults": [],
        "erased": list(noted["texts"]),
    }


def damage(services: Services, table: Table) -> None:
    with services.pool.connection() as connection:
        values: list[Any] = [table.id]
        connection.execute("UPDATE events SET body = body || ' ' WHERE campaign_id = %s AND position = 3", values)


def test_damage_is_told_to_everybody_and_explained_to_the_game_master(table: Table, services: Services) -> None:
    damage(services, table)
    seen, explained = table.pat.see("./verification"), table.gm.see("./verification")
    assert (seen["ok"], explained["ok"]) == (False, False)
    assert {fault["sentence"] for fault in seen["faults"]} == {None}
    assert all(fault["sentence"] for fault in explained["faults"])


def test_outsiders_check_nothing(table: Table) -> None:
    for path in ("./verification", "./dice", "./export"):
        table.outsider.problem("GET", path, 404)


def test_the_dice_of_an_earlier_point_are_those_rolled_up_to_then(table: Table) -> None:
    leap = table.gm.see("./entries", kind="roll")[0]["entry"]
    table.gm.does("freeform.end_session")
    then = dice(table.gm, as_of=leap)
    assert (labels(then), then.epochs[-1].open_seed) == ({"leap"}, None)
    assert [one.die.label for one in verify_dice(then).unrevealed] == ["leap", "leap"]


def test_the_dice_as_played_are_those_of_the_versions_known_then(table: Table) -> None:
    rolled = table.pat.does("freeform.roll", label="jump", notation="1d6")["entry"]
    wider = command("freeform.roll", label="jump", notation="2d6")
    table.gm.ask("POST", "./revisions", 201, json={"amend": {"entry": rolled, "command": wider}})
    counts = [
        sum(len(entry.dice) for entry in dice(table.gm, as_of=rolled, **view).entries if entry.entry == rolled)
        for view in ({}, {"view": "as_played"})
    ]
    assert counts == [2, 1]


def test_a_game_master_sees_which_dice_a_member_sees(table: Table) -> None:
    assert labels(dice(table.gm, viewer=table.pat.id)) == {"leap", "typed"}


def test_what_was_told_before_and_is_hidden_now_is_hidden_among_the_dice_too(table: Table) -> None:
    rolled = table.gm.does("freeform.roll", label="dive", notation="1d6")["entry"]
    hushed = command("freeform.roll", label="dive", notation="1d6", _audience="gm")
    table.gm.ask("POST", "./revisions", 201, json={"amend": {"entry": rolled, "command": hushed}})
    then = {"as_of": rolled, "view": "as_played"}
    assert ("dive" in labels(dice(table.gm, **then)), "dive" in labels(dice(table.pat, **then))) == (True, False)


def test_an_export_of_an_earlier_point_ends_there_and_its_chain_can_be_followed(table: Table) -> None:
    title, entries = lines(table.gm, as_of=4)
    assert (title["head"]["entry"], title["whole"], [line["entry"] for line in entries]) == (4, False, [1, 2, 3, 4])
    assert linked(table.id, entries) == title["head"]["hash"]


def test_an_export_tells_what_was_known_then(table: Table) -> None:
    rolled = table.pat.does("freeform.roll", label="jump", notation="1d6")["entry"]
    table.gm.ask("POST", "./revisions", 201, json={"undo": [rolled]})
    statuses = [
        lines(table.gm, **at)[1][rolled - 1]["view"]["status"] for at in ({"as_of": rolled}, {"known_at": rolled})
    ]
    assert statuses == ["struck", "standing"]


def test_a_game_master_exports_what_a_member_sees(table: Table) -> None:
    assert lines(table.gm, viewer=table.pat.id) == lines(table.pat)


def test_nobody_else_exports_through_the_eyes_of_another(table: Table) -> None:
    for path in ("./dice", "./export"):
        table.pat.problem("GET", f"{path}?viewer={table.gm.id}", 403)


@pytest.mark.parametrize("axis", ["as_of=3", "view=as_played", "known_at=3", "viewer=x"])
def test_what_is_checked_is_the_ledger_of_now(table: Table, axis: str) -> None:
    refused = table.gm.problem("GET", f"./verification?{axis}", 400)
    assert "as it is now" in refused["detail"]


def test_a_noted_head_can_be_proved_later(table: Table) -> None:
    noted = table.pat.see("./verification")
    table.gm.does("freeform.note", text="Later.")
    assert table.pat.see("./verification", expect=f"{noted['head']}:{noted['hash'].upper()}")["ok"]


@pytest.mark.parametrize("entry", [1, 10**9])
def test_an_entry_that_is_not_the_one_remembered_is_told_to_everybody(table: Table, entry: int) -> None:
    seen = table.pat.see("./verification", expect=f"{entry}:{'a' * 64}")
    assert (seen["ok"], [(fault["entry"], fault["what"]) for fault in seen["faults"]]) == (
        False,
        [(entry, "remembered")],
    )
    assert str(entry) in seen["faults"][0]["sentence"]


@pytest.mark.parametrize("expect", ["1", "1:abc", f"x:{'a' * 64}", "a" * 64])
def test_what_is_no_entry_with_its_hash_is_refused(table: Table, expect: str) -> None:
    table.pat.problem("GET", "./verification", 400, params={"expect": expect})
