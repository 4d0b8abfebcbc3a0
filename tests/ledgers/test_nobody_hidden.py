"""Whoever is hidden today is hidden in all that was ever written, also by releases that wrote handles into labels.

In every stored ledger, and in every demo as it is played today, everybody whom nobody plays is hidden, one of them only by
their sheet, which holds a number of its own. Then all that each player and an observer can read is searched for names,
handles, references, ids and that number, other than in what people wrote themselves. The normal run reads the state as it
is, each read by a player or by an observer, as a seed has it; `make soak` reads it as every player, and at earlier points as well. Both
print how many answers they searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import Final
from uuid import UUID

import pytest
from litestar import Litestar

from api.storage.accounts import TokenWanted
from projections.analytics.reports.every import REPORTS
from tests.api.game_twins import reads_of
from tests.api.people import Json, Person
from tests.demos import DEMOS, DemosOfRun, PlayedDemo
from tests.ledgers.asking import KINDS, Installation, installation
from tests.ledgers.stored import Ledger, every_ledger

NUMBER: Final = 987_654
"""What a hidden sheet says somewhere, and nothing else does."""

POINTS: Final = 12
"""At about how many earlier points the long run reads."""


class Veiled:
    """A campaign in which whoever nobody plays is `hidden`, but for one, of whom only the sheet is."""

    def __init__(self, at: Installation, gm: Person) -> None:
        self.at, self.gm = at, gm
        players = [one["member"] for one in gm.see("./members") if one["role"] == "player"]
        self.readers = [*map(self._known, players), self._observer()]
        self.before = gm.see(".")["head"]["entry"]
        foes = sorted((one for one in gm.see("./characters") if not one["owners"]), key=lambda one: str(one["ref"]))
        self.hidden = foes[1:] or foes
        for one in self.hidden:
            gm.does("freeform.describe", target=one["ref"], hidden=True)
        for one in foes[:1]:
            gm.does("freeform.describe", target=one["ref"], sheet="gm")
            written = {"component": "attributes", "name": "secret", "instance": {"base": NUMBER}}
            gm.does("freeform.put", target=one["ref"], **written, _force=True, _reason="a trial")

    @cached_property
    def secrets(self) -> re.Pattern[str]:
        """All that tells of a hidden character, as whole words; what a grid is called by the people at the table is theirs, and
        the name of one of several ghouls is that of those whom everybody sees."""
        words = {str(NUMBER), *(one[field] for one in self.hidden for field in ("handle", "name", "ref", "id"))}
        refs = {one["ref"] for one in self.hidden}
        own = {one["name"].lower() for one in self.gm.see("./characters") if one["ref"] not in refs} | {
            grid["name"]
            for group in self.gm.see("./enclaves")
            for grid in self.gm.see(f"./enclaves/{group['handle']}/grids")
        }
        listed = "|".join(sorted((re.escape(word) for word in words if word.lower() not in own), key=len, reverse=True))
        return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)

    @cached_property
    def written(self) -> list[str]:
        """What people wrote in words of their own, the longest first."""
        texts = {text["text"] for one in self._entries() for text in one["texts"].values() if text["text"]}
        return sorted(texts, key=len, reverse=True)

    @cached_property
    def printed(self) -> list[str]:
        """Entries of the game's catalogue as an answer has them: everybody may read what a book prints."""
        rows = self.gm.see(f"/systems/{self.gm.see('.')['system']}/catalogue", limit=500)
        return [f'"id":"{row["id"]}","name":"{row["name"]}"' for row in rows] + [
            f'"key":"{row["key"]}"' for row in rows
        ]

    def reads(self) -> list[str]:
        """Every read that there is, about everybody."""
        handles = {kind.removesuffix("s"): [one["handle"] for one in self.gm.see(f"./{kind}")] for kind in KINDS}
        grids = [grid["name"] for name in handles["enclave"] for grid in self.gm.see(f"./enclaves/{name}/grids")]
        own = {"target": grids, "entry": [str(self.before)], "member": [], "fork": [], "phase": ["1", "2"]}
        own["report"] = [list(REPORTS)[self.before % len(REPORTS)]]  # each takes its time; the ledgers share them out
        app = getattr(self.gm.http, "app")  # noqa: B009 (the test client's)
        assert isinstance(app, Litestar)
        return sorted(reads_of(app, handles | own))

    def of_some(self) -> Iterator[tuple[Person, str]]:
        """Every read, of a player or of the observer, whichever a seed has it."""
        chance = Random(7)
        yield from ((chance.choice(self.readers[-2:]), path) for path in self.reads())

    def of_everybody(self) -> Iterator[tuple[Person, str]]:
        """Every read, of every player and of the observer."""
        yield from product(self.readers, self.reads())

    def leaks(self, reads: Iterable[tuple[Person, str]], points: Sequence[Json] = ({},)) -> tuple[int, list[str]]:
        """How many answers were searched, and what was found in them."""
        searched, leaked = 0, list[str]()
        asked = [(reader, path) for reader, read in reads for path in self._asked(reader, read)]
        for reader, path in asked:
            for point in points:
                answer = reader.send("GET", path, params=point | ({"limit": 500} if path == "./entries" else {}))
                searched += answer.is_success
                text = answer.text if answer.is_success else ""
                for words in self.printed if path == "./catalogue" else ():
                    text = text.replace(words, "…")
                for words in self.written:
                    text = text.replace(words, "…")
                leaked += [
                    f"{path} {point}: …{text[max(0, at.start() - 80) : at.end() + 40]}…" for at in self._first(text)
                ]
        return searched, leaked

    def _first(self, text: str) -> list[re.Match[str]]:
        at = self.secrets.search(text)
        return [] if at is None else [at]

    def _asked(self, reader: Person, path: str) -> Iterator[str]:
        """A path; one that explains something with some of what there is to be explained."""
        if not path.endswith("/explain"):
            yield path
        elif "/characters/" in path and (sheet := reader.send("GET", path.removesuffix("/explain"))).is_success:
            for of in ("tracks", "attributes", "wounds", "conditions", "modifiers"):
                yield from (f"{path}?path={of}.{name}" for name in list(sheet.json()[of])[:3])

    def _entries(self) -> list[Json]:
        entries: list[Json] = []
        while page := self.gm.see("./entries", limit=500, after=entries[-1]["entry"] if entries else 0):
            entries += page
        return entries

    def _known(self, member: str) -> Person:
        """A player of the campaign, who gets a token here."""
        accounts = self.at.services.accounts
        accounts.introduce(UUID(member), "Somebody")
        _, secret = accounts.issue(UUID(member), TokenWanted(label="stored ledgers"))
        return Person(self.gm.http, secret, member, self.gm.campaign)

    def _observer(self) -> Person:
        code = self.gm.ask("POST", "./invitations", 201, json={"role": "observer"})["code"]
        joined = Person(self.gm.http, None).ask("POST", f"/invitations/{code}", 201, json={"name": "Olga"})
        return Person(self.gm.http, joined["secret"], joined["member"], self.gm.campaign)


class Games:
    """Every stored ledger and every demo, each taken in or played when it is first asked for."""

    def __init__(self, at: Installation, demos: dict[str, PlayedDemo]) -> None:
        self._at, self._demos = at, demos
        self._there: dict[str, Veiled] = {}

    def __getitem__(self, name: str) -> Veiled:
        if name not in self._there:
            self._there[name] = Veiled(self._at, self._played(name) if name in DEMOS_BY_NAME else self._taken_in(name))
        return self._there[name]

    def _taken_in(self, name: str) -> Person:
        return self._at.take_in(Ledger(name).lines)

    def _played(self, name: str) -> Person:
        demo = self._demos[DEMOS_BY_NAME[name]]
        gm = demo.people["gm"]
        return Person(self._at.http, gm.token, gm.member, str(demo.campaign))


DEMOS_BY_NAME: Final = {f"{system} as it is played today": system for system in DEMOS}
NAMES: Final = [*(ledger.name for ledger in every_ledger()), *DEMOS_BY_NAME]


@pytest.fixture(scope="module")
def games(demos_of_run: DemosOfRun) -> Iterator[Games]:
    with demos_of_run.copied() as url, installation(url) as at:
        yield Games(at, demos_of_run.played.demos)


def searched(game: Veiled, name: str, reads: Iterable[tuple[Person, str]], points: Sequence[Json] = ({},)) -> list[str]:
    """What was found in the answers to these reads."""
    count, leaks = game.leaks(reads, points)
    print(f"{name}: {len(game.hidden)} hidden, {count} answers searched, {len(leaks)} leaks")
    return leaks


@pytest.mark.parametrize("name", NAMES)
def test_nobody_hidden_is_told_of(games: Games, name: str) -> None:
    assert searched(games[name], name, games[name].of_some()) == []


@pytest.mark.parametrize(
    ("name", "path", "point"),
    [
        ("weaverdice", "./encounters/market/history", {}),
        ("cthulhu-eternal", "./characters/amis/history", {"as_of": 25, "view": "as_played"}),
    ],
)
def test_histories_name_nobody_hidden_in_words_of_old(games: Games, name: str, path: str, point: Json) -> None:
    """One has a question that a player was asked, the other a roll of a struck deed, both from before texts had references."""
    game = games[name]
    assert searched(game, name, ((reader, path) for reader in game.readers), [point]) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_nobody_hidden_is_told_of_at_any_point(games: Games, name: str) -> None:
    game = games[name]
    some = range(4, game.before, max(1, game.before // POINTS))
    points: list[Json] = [{}] + [{"as_of": n} for n in some] + [{"as_of": n, "view": "as_played"} for n in some]
    assert searched(game, name, game.of_everybody(), points) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_game_master_is_told_of_whoever_is_hidden(games: Games, name: str) -> None:
    """The control: what is searched for is there."""
    game = games[name]
    assert not game.hidden or game.secrets.search(game.gm.send("GET", "./entries", params={"limit": 500}).text)
