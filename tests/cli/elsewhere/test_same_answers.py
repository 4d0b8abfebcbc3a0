"""Every command prints the same at the machine of a ledger and elsewhere, for the same account."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import rich_click as click

from api.cli.commands.serving import DEMO
from api.cli.exits import Exit
from api.cli.lazy import ListedCommand
from api.cli.root import main
from tests.cli.elsewhere.conftest import Pair
from tests.cli.elsewhere.examples import EXAMPLES, MACHINE_ONLY, NEWEST, OF_ONESELF
from tests.cli.terminal import Done

_OWN = re.compile(
    r"(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(?P<hash>\b[0-9a-f]{12,64}\b)"
    r"|(?P<time>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[:.\d]*(?:Z|\+00:00)?)?)|(?P<secret>\bwhsec_[\w+/]+=*|\b[\w-]{40,60}\b)"
)
"""Ids, hashes, times and secrets, which each of two installations makes for itself."""


def commands(group: click.Group, above: str = "") -> Iterator[str]:
    """The names of all commands, those of groups with the group's name."""
    for name, listed in group.commands.items():
        command = listed.load() if isinstance(listed, ListedCommand) else listed
        if isinstance(command, click.Group):
            yield from commands(command, f"{above}{name} ")
        else:
            yield f"{above}{name}"


def without_own(done: Done) -> tuple[int, str, str]:
    """What a command came to, without what an installation makes for itself; tables are as wide as their cells."""

    def plain(text: str) -> str:
        return re.sub(r"[ ─]+", " ", _OWN.sub(lambda match: f"<{match.lastgroup}>", text))

    return done.code, plain(done.out), plain(done.err)


def test_every_command_is_tried_elsewhere() -> None:
    assert set(commands(main)) == {*EXAMPLES, *MACHINE_ONLY, *OF_ONESELF}


REST_OF = {"entry": ("300",), "sheet": ("sh1",), "grid": ("crew", "plans"), "diff": ("290",)}

SEEN_BY_A_PLAYER = ("log", "entry", "sheet", "grid", "diff", "verify", "export")


@pytest.mark.parametrize("name", SEEN_BY_A_PLAYER)
def test_a_player_sees_the_same_elsewhere_and_no_more(pair: Pair, name: str) -> None:
    here, distant = pair.player
    for words in (name, DEMO, *REST_OF.get(name, ())), (name, DEMO, *REST_OF.get(name, ()), "--json"):
        if name == "export" and "--json" in words:
            continue
        done = distant(*words)
        assert without_own(done) == without_own(here(*words)), words
        assert "A spy." not in done.out


def test_a_query_reads_what_its_author_may_see_wherever_they_are(pair: Pair) -> None:
    query = ("sql", "SELECT count(*) AS n, count(DISTINCT entry) AS entries FROM facts", DEMO, "--json")
    (local, distant), masters = (each(*query) for each in pair.player), pair.there(*query)
    assert (local.code, distant.out) == (0, local.out)
    assert distant.out != masters.out


class Story:
    """The examples in their order, each of which may build on those before it: whoever asks for one has those tried too."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._untried = iter(EXAMPLES)
        self._tried: dict[str, list[tuple[tuple[str, ...], Done, Done]]] = {}

    def come_to(self, name: str) -> list[tuple[tuple[str, ...], Done, Done]]:
        """The command lines of an example, each with what it came to elsewhere and here."""
        while name not in self._tried:
            following = next(self._untried)
            self._tried[following] = [self._try(words) for words in EXAMPLES[following]]
        return self._tried[name]

    def _try(self, words: tuple[str, ...]) -> tuple[tuple[str, ...], Done, Done]:
        if NEWEST in words:
            newest = str(self._pair.here.json("log", "What if", "--limit", 1)[-1]["entry"])
            words = tuple(newest if word == NEWEST else word for word in words)
        return words, self._pair.there(*words), self._pair.here(*words)


@pytest.fixture(scope="module")
def story(pair: Pair) -> Story:
    return Story(pair)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_command_prints_the_same_elsewhere(story: Story, name: str) -> None:
    for words, distant, local in story.come_to(name):
        assert without_own(distant) == without_own(local), words


@pytest.mark.parametrize("name", MACHINE_ONLY)
def test_a_command_for_the_machine_says_so_elsewhere(pair: Pair, name: str) -> None:
    done = pair.there(*MACHINE_ONLY[name])
    assert (done.code, done.out) == (Exit.REFUSED, "")
    assert (
        f"only the machine that keeps the ledger can do this, and you are signed in to {pair.service.url}"
        in done.said.lower()
    )
