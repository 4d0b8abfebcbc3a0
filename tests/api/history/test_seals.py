"""Sealed secrets: committed to now, revealed later, and checked by anybody."""

from __future__ import annotations

import hashlib

import pytest

from tests.api.people import Json, Person, Table, command

MOLE = "It was Ramjet, from the first night on."


@pytest.fixture
def table(owner: Person) -> Table:
    return Table(owner)


@pytest.fixture
def sealed(table: Table) -> str:
    """The name of a secret that the game master sealed."""
    return name_of(table.gm.does("freeform.seal", title="The mole", text=MOLE))


def name_of(entry: Json) -> str:
    return f"seal-{entry['entry']}"


def comes_to_its_digest(proof: Json) -> bool:
    """Whether a proof holds, worked out as the guide says and by nothing of the project's own."""
    digest: str = proof["digest"]
    return hashlib.sha256(bytes.fromhex(proof["salt"]) + proof["text"].encode()).hexdigest() == digest


def test_everybody_sees_that_there_is_a_secret_and_its_digest(table: Table, sealed: str) -> None:
    seen = {who: table_of.see("./seals")[0] for who, table_of in (("gm", table.gm), ("olga", table.olga))}
    assert {who: (line["title"], line["state"]) for who, line in seen.items()} == {
        "gm": ("The mole", "sealed"),
        "olga": ("The mole", "sealed"),
    }
    assert len({line["digest"] for line in seen.values()}) == 1


def test_a_player_reads_nothing_of_it_before(table: Table, sealed: str) -> None:
    proof = table.pat.see(f"./seals/{sealed}")
    assert (proof["text"], proof["salt"], proof["known_to"]) == (None, None, [])
    assert MOLE not in str(table.pat.see("./entries")) + table.pat.send("GET", "./export").text


def test_once_unsealed_it_can_be_checked_by_anybody(table: Table, sealed: str) -> None:
    noted = table.olga.see(f"./seals/{sealed}")["digest"]
    table.gm.does("freeform.unseal", seal="the mole")
    proof = table.olga.see(f"./seals/{sealed}")
    assert (proof["text"], proof["state"], proof["digest"]) == (MOLE, "unsealed", noted)
    assert comes_to_its_digest(proof)


def test_the_entry_that_reveals_it_shows_its_words_to_everybody(table: Table, sealed: str) -> None:
    entry = table.gm.does("freeform.unseal", seal=sealed)["entry"]
    (event,) = table.olga.see(f"./entries/{entry}")["events"]
    assert (event["type"], event["text"]) == ("secret_unsealed", MOLE)


def test_members_who_know_it_already_read_it_at_once(table: Table) -> None:
    name = name_of(table.gm.does("freeform.seal", title="The heir", text="Pat.", known_to=["Pat"]))
    assert [who.see(f"./seals/{name}")["text"] for who in (table.pat, table.olga)] == ["Pat.", None]
    assert comes_to_its_digest(table.pat.see(f"./seals/{name}"))


def test_nobody_else_learns_who_knew_it_even_afterwards(table: Table) -> None:
    name = name_of(table.gm.does("freeform.seal", title="The heir", text="Pat.", known_to=["Pat"]))
    table.gm.does("freeform.unseal", seal=name)
    assert table.olga.see(f"./seals/{name}")["known_to"] == []


def test_a_player_seals_a_prediction_and_unseals_it(table: Table) -> None:
    name = name_of(table.pat.does("freeform.seal", title="My guess", text="The butler."))
    assert table.olga.see(f"./seals/{name}")["text"] is None
    table.pat.does("freeform.unseal", seal=name)
    assert comes_to_its_digest(table.olga.see(f"./seals/{name}"))


def test_only_its_author_and_game_masters_unseal_a_secret(table: Table, sealed: str) -> None:
    table.pat.problem("POST", "./commands", 403, json=command("freeform.unseal", seal=sealed))
    name = name_of(table.pat.does("freeform.seal", title="My guess", text="The butler."))
    table.gm.does("freeform.unseal", seal=name)
    assert table.pat.see(f"./seals/{name}")["state"] == "unsealed"


def test_observers_seal_nothing(table: Table) -> None:
    problem = table.olga.problem("POST", "./commands", 403, json=command("freeform.seal", title="A", text="b"))
    assert "Observers only watch" in problem["detail"]


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"title": ""}, "title"),
        ({"text": " "}, "text"),
        ({"_audience": "gm"}, "known_to"),
        ({"_dice": [3]}, "leave dice"),
        ({"known_to": ["Nobody"]}, "Nobody"),
    ],
)
def test_a_secret_that_does_not_fit_is_refused(table: Table, change: Json, detail: str) -> None:
    answer = table.gm.send("POST", "./commands", json=command("freeform.seal", **{"title": "A", "text": "b"} | change))
    assert answer.status_code in (400, 404, 422)
    assert detail in answer.json()["detail"]


def test_a_secret_is_unsealed_once(table: Table, sealed: str) -> None:
    table.gm.does("freeform.unseal", seal=sealed)
    again = table.gm.problem("POST", "./commands", 422, json=command("freeform.unseal", seal=sealed))
    assert again["rule"] == "already-unsealed"


def test_a_title_that_two_secrets_have_names_neither(table: Table, sealed: str) -> None:
    table.gm.does("freeform.seal", title="The Mole", text="Nobody.")
    problem = table.gm.problem("POST", "./commands", 404, json=command("freeform.unseal", seal="the mole"))
    assert sealed in problem["detail"]


@pytest.mark.parametrize("change", ["undo", "amend", "insert"])
def test_no_change_of_the_past_touches_a_secret(table: Table, sealed: str, change: str) -> None:
    entry = table.pat.see(f"./seals/{sealed}")["entry"]
    other = command("freeform.seal", title="The mole", text="It was nobody.")
    body: Json = {
        "undo": {"undo": [entry]},
        "amend": {"amend": {"entry": entry, "command": other}},
        "insert": {"insert": {"after": 1, "command": other}},
    }[change]
    assert table.gm.send("POST", "./revisions", json=body).status_code in (400, 409, 422)
    assert [line["entry"] for line in table.pat.see("./seals")] == [entry]


def test_what_was_seen_stays_seen(table: Table, sealed: str) -> None:
    entry = table.gm.does("freeform.unseal", seal=sealed)["entry"]
    problem = table.gm.problem("POST", "./revisions", 400, json={"undo": [entry]})
    assert "never revised" in problem["detail"]


def test_an_undone_session_leaves_its_secrets(table: Table) -> None:
    table.gm.does("freeform.open_session")
    table.gm.does("freeform.seal", title="The mole", text=MOLE)
    table.gm.does("freeform.note", text="A long night.")
    table.gm.does("freeform.end_session")
    table.gm.ask("POST", "./revisions", 201, json={"undo": {"session": 1}})
    table.gm.does("freeform.unseal", seal="the mole")
    assert comes_to_its_digest(table.pat.see("./seals/the mole"))


def test_at_an_earlier_point_a_secret_is_not_open_yet(table: Table, sealed: str) -> None:
    opened = table.gm.does("freeform.unseal", seal=sealed)["entry"]
    before = [
        table.pat.see(f"./seals/{sealed}", **point) for point in ({"as_of": opened - 1}, {"known_at": opened - 1})
    ]
    assert [(proof["state"], proof["text"]) for proof in before] == [("sealed", None)] * 2


def test_a_secret_whose_words_were_erased_can_never_be_proved(table: Table, sealed: str) -> None:
    entry = table.gm.see(f"./seals/{sealed}")["entry"]
    table.gm.does("freeform.erase", texts=[f"{entry}.0"])
    assert [table.gm.see(f"./seals/{sealed}")[field] for field in ("state", "text", "salt")] == ["erased", None, None]
    problem = table.gm.problem("POST", "./commands", 422, json=command("freeform.unseal", seal=sealed))
    assert problem["rule"] == "erased-secret"


def test_a_dry_run_commits_to_nothing(table: Table) -> None:
    table.gm.ask("POST", "./commands", 200, json=command("freeform.seal", title="A", text="b", _dry_run=True))
    assert table.gm.see("./seals") == []


def test_a_command_that_is_sent_twice_commits_once(table: Table) -> None:
    body = command("freeform.seal", title="A", text="b")
    first, second = (table.gm.ask("POST", "./commands", 201, json=body) for _ in range(2))
    assert first == second
    table.gm.problem("POST", "./commands", 409, json=body | {"args": {"title": "A", "text": "c"}})


def test_a_closed_campaign_still_reveals_its_secrets(table: Table, sealed: str) -> None:
    table.gm.ask("PATCH", ".", 200, json={"state": "closed"})
    table.gm.problem("POST", "./commands", 409, json=command("freeform.seal", title="A", text="b"))
    table.gm.does("freeform.unseal", seal=sealed)
    assert table.pat.see(f"./seals/{sealed}")["text"] == MOLE


def test_a_fork_reveals_a_secret_of_the_past_that_it_shares(table: Table, sealed: str) -> None:
    fork = table.gm.ask("POST", "./forks", 201, json={"name": "What if"})["id"]
    gm = table.gm.at(fork)
    gm.does("freeform.unseal", seal=sealed)
    assert comes_to_its_digest(gm.see(f"./seals/{sealed}"))
    assert table.pat.see(f"./seals/{sealed}")["state"] == "sealed"
