"""The ledger over HTTP: every filter alone and with others, at every edge, and page by page while others write."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.people import Json, Person, Table, command


class Story(Table):
    """Two sessions of Pat and the game master: with entries amended, struck, refused and hidden, and a revision withdrawn."""

    def __init__(self, owner: Person) -> None:
        super().__init__(owner)
        self.gm.does("freeform.open_session")
        self.gm.does("freeform.create_character", name="Ramjet", owners=[self.pat.id], tracks={"hp": 30})
        self.gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"hp": 30})
        self.hits = [self._hit(self.pat, amount) for amount in (1, 2, 3)]
        self.gm.does("freeform.note", text="Nobody may know.", _audience="gm")
        self.pat.does("freeform.roll", label="leap", notation="2d6")
        self._hit(self.gm, 4, target="spy")
        vain = command("freeform.damage", target="ramjet", track="mana", notation="1d6", label="vain")
        self.pat.problem("POST", "./commands", 422, json=vain)
        self.gm.does("freeform.end_session")
        self.gm.does("freeform.open_session")
        self.revise(undo=[self.hits[0]])
        withdrawn = self.revise(undo=[self.hits[1]])
        self.revise(undo=[withdrawn])
        less = command("freeform.damage", target="ramjet", track="hp", amount=1)
        self.revise(amend={"entry": self.hits[2], "command": less})
        self.newest: int = self.gm.see(".")["head"]["entry"]

    def _hit(self, who: Person, amount: int, target: str = "ramjet") -> int:
        entry: int = who.does("freeform.damage", target=target, track="hp", amount=amount)["entry"]
        return entry

    def revise(self, **asked: Any) -> int:
        entry: int = self.gm.ask("POST", "./revisions", 201, json=asked)["entry"]["entry"]
        return entry


@pytest.fixture(scope="module")
def story(owner: Person) -> Story:
    return Story(owner)


def numbers(person: Person, /, **only: Any) -> list[int]:
    return [entry["entry"] for entry in person.see("./entries", **only)]


def one_of(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


NOT_A_MEMBER = "00000000-0000-4000-8000-000000000000"

FILTERS: dict[str, st.SearchStrategy[Any]] = {
    "after": st.integers(0, 30),
    "before": st.integers(0, 30),
    "limit": one_of(1, 2, 5, 500),
    "session": one_of(0, 1, 2, 3),
    "member": one_of("gm", "pat", NOT_A_MEMBER),
    "character": one_of("ramjet", "RAMJET"),
    "entry_kind": one_of("play", "revision", "record"),
    "kind": one_of("wound", "roll", "note", "revision", "time"),
    "status": one_of("standing", "amended", "struck", "refused", "restated", "kept", "moot"),
    "deed": st.integers(0, 20),
    "order": one_of("oldest", "newest"),
}
"""What may be asked for, some of it in vain."""

TESTS: dict[str, Callable[[Json, Any], bool]] = {
    "after": lambda entry, after: entry["entry"] > after,
    "before": lambda entry, before: entry["entry"] < before,
    "session": lambda entry, session: entry["session"] == session,
    "member": lambda entry, member: entry["member"] == member,
    "entry_kind": lambda entry, kind: entry["kind"] == kind,
    "status": lambda entry, status: entry["status"] == status,
    "deed": lambda entry, deed: entry["deed"] == deed,
}
"""What an entry must be like, by the filter."""

BY_NUMBER = {"after", "before", "limit", "order"}


def fits(entry: Json, asked: Json) -> bool:
    """Whether an entry, as its reader sees it, is what was asked for; a stub only where numbers were."""
    if entry.get("hidden"):
        return all(TESTS[name](entry, asked[name]) for name in ("after", "before") if name in asked) and not (
            asked.keys() - BY_NUMBER
        )
    events = [
        event
        for event in entry["events"]
        if ("character" not in asked or event["aggregate"] == "character/ramjet")
        and ("kind" not in asked or event["kind"] == asked["kind"])
    ]
    by_event = bool(events) or not asked.keys() & {"character", "kind"}
    return by_event and all(TESTS[name](entry, value) for name, value in asked.items() if name in TESTS)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=st.fixed_dictionaries({}, optional=FILTERS), who=one_of("gm", "pat", "olga"))
def test_filters_find_just_what_the_reader_sees_to_fit(story: Story, asked: Json, who: str) -> None:
    reader: Person = getattr(story, who)
    if "member" in asked:
        asked = asked | {"member": {"gm": story.gm.id, "pat": story.pat.id}.get(asked["member"], NOT_A_MEMBER)}
    due = [entry["entry"] for entry in reader.see("./entries", limit=500) if fits(entry, asked)]
    if asked.get("order") == "newest":
        due.reverse()
    assert numbers(reader, **asked) == due[: asked.get("limit", 100)]


def test_bug_nothing_is_before_entry_nought(story: Story) -> None:
    assert numbers(story.gm, before=0) == []


def test_the_edges_are_exclusive(story: Story) -> None:
    assert numbers(story.gm, after=story.newest - 1) == [story.newest]
    assert (numbers(story.gm, after=story.newest), numbers(story.gm, before=2)) == ([], [1])


def test_entries_end_where_the_point_of_time_does(story: Story) -> None:
    assert numbers(story.gm, as_of=5) == [1, 2, 3, 4, 5]
    assert numbers(story.gm, as_of=5, before=99, order="newest", limit=2) == [5, 4]


def test_statuses_are_those_of_the_point_of_time(story: Story) -> None:
    now, then = (numbers(story.gm, status="struck", **at) for at in ({}, {"view": "as_played", "as_of": story.hits[2]}))
    assert (story.hits[0] in now, then) == (True, [])


def test_a_withdrawn_revision_is_struck_over_http_and_was_not_before(story: Story) -> None:
    entries = story.gm.see("./entries", status="struck", entry_kind="revision")
    assert [entry["changed_by"]["revision"] for entry in entries] == [entries[0]["entry"] + 1]
    then = story.gm.see(f"./entries/{entries[0]['entry']}", view="as_played", as_of=entries[0]["entry"])
    assert (then["status"], then["changed_by"]) == ("standing", None)


@pytest.mark.parametrize("order", ["oldest", "newest"])
@pytest.mark.parametrize("only", [{}, {"entry_kind": "play"}, {"kind": "note"}], ids=str)
def test_pages_neither_lose_nor_double_an_entry_while_others_write(owner: Person, order: str, only: Json) -> None:
    table = Table(owner)
    for n in range(6):
        table.gm.does("freeform.note", text=f"before {n}")
    known = numbers(table.gm, **only)
    with ThreadPoolExecutor(2) as others:
        writing = [others.submit(table.pat.does, "freeform.note", text=f"meanwhile {n}") for n in range(12)]
        read = [number for page in pages(table.gm, order, only) for number in page]
        for write in writing:
            write.result()
    assert read == sorted(set(read), reverse=order == "newest")
    assert set(known) <= set(read)
    assert set(read) == {n for n in numbers(table.gm, **only) if min(read) <= n <= max(read)}


def pages(person: Person, order: str, only: Json) -> Iterator[list[int]]:
    """All pages of two entries, each asked for with the last number of the one before."""
    since: Json = {}
    while page := numbers(person, limit=2, order=order, **since, **only):
        yield page
        since = {"after" if order == "oldest" else "before": page[-1]}
