"""Twins of any game, in which the example of a command is played by people of whom nobody but the game master knows.

Both campaigns play with table dice, so that each die falls alike in both: dice that are asked for are sent, the same ones,
until nothing more is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from litestar import Litestar
from litestar.routes import HTTPRoute

from domain.system import System
from projections.analytics.reports.every import REPORTS
from tests.api.people import PREFIX, Json, Person
from tests.api.twins import Asked, Step, Twins, given
from tests.games.casting import mentions, named, renamed
from tests.games.stories import before, setup_of

BELOW: Final = f"{PREFIX}/campaigns/{{campaign}}"
JUDGE, OTHER = "Zzjudge", "Wwmasked"
"""Of whom nobody else knows: what one campaign's is called, and what the other's."""

IN_SECRET: Final = ("Xxghost", "Xxshade", "Xxspectre", "Xxwraith", "Xxphantom")
"""Those of whom only one campaign knows."""

TIMES: Final = 12
"""How often more dice are sent before a command counts as one that never has enough."""

UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"
"""The id of nothing, for what only the game master may ask about."""

Face: TypeAlias = Callable[[int], int]
"""What a die of so many sides shows."""

Names: TypeAlias = dict[str, str]
Found: TypeAlias = dict[str, tuple[str, str]]


class Cast(NamedTuple):
    """Who stands where in an example, in either campaign. Without `untold` there is a note instead. With `numbers` the
    sheets of the game's own people are the game master's, and have other numbers in either campaign."""

    name: str
    told: Names
    untold: Names | None
    numbers: bool = False


def made_by(system: System) -> list[Json]:
    """The people of a game's example, each as they are created."""
    return [args for type, args in setup_of(system) if type == f"{system.id}.create"]


def casts(system: System) -> Iterator[Cast]:
    """A hidden character in the place of each of the game's own people, and in that of a player's character, who then takes
    theirs; everybody in secret, where the other campaign has nothing of the kind; and sheets that nobody may see."""
    people = made_by(system)
    hero = next(args["name"] for args in people if args.get("owners"))
    for who in (args["name"] for args in people if not args.get("owners")):
        yield Cast(f"{who} hidden", named(who, JUDGE), named(who, OTHER))
        named_hidden, untold = (named(hero, one) | named(who, hero) for one in (JUDGE, OTHER))
        yield Cast(f"{hero} hidden, against {who}", named_hidden, untold)
    places = (args["name"] for type, args in setup_of(system) if type == "freeform.create_encounter")
    everybody = zip((*(args["name"] for args in people), *places), IN_SECRET, strict=False)
    yield Cast("in secret", {name: word for pair in everybody for name, word in named(*pair).items()}, None)
    yield Cast("hidden sheets", {}, {}, numbers=True)


def _kept_secret(args: Json) -> Json:
    """The args of a command that makes somebody of whom only the game master knows: nobody owns them."""
    return {key: value for key, value in args.items() if key != "owners"} | {"_audience": "gm"}


class Public(Exception):
    """What was done in secret is for everybody to see, as time that passes is: it makes no twins."""


class GameTwins(Twins):
    """Twins of a game, in which its example has been played. `compared` counts the answers that were; `found` are those
    that differed while it was played."""

    def __init__(self, host: Person, system: System) -> None:
        super().__init__(host, system.id, dice="table")
        self.system = system
        self.compared = 0
        self.found: Found = {}
        for type, args in setup_of(system):
            self.both(type, **seated_by(system, args, self.who("player").id))

    def play(self, type: str, cast: Cast, face: Face) -> None:
        """The example of a command and what comes before it, with this cast."""
        self._hide(cast)
        if cast.numbers:
            self._set_apart()
        steps = (*before(self.system, type), (type, self.system.kinds[type].example))
        unknown = dict(cast.told)
        for step, args in steps:
            told_step = step, renamed(dict(args), cast.told)
            creates = ".create" in step
            secret = cast.untold is None and (creates or mentions(args, unknown))
            if secret and creates:
                unknown |= named(args["name"], IN_SECRET[0])
            untold = told_step if cast.untold is None else (step, renamed(dict(args), cast.untold))
            self.staged(told_step, None if secret else untold, face)
            self._settle(face, secret=secret)

    def staged(self, told_step: Step, untold: Step | None, face: Face) -> None:
        """A command of the game master's in each, with all the dice that it takes; where it is refused, in both."""
        id, note = self.new_id(), ("note", {"text": "Nothing.", "_audience": "gm"})
        if untold is None:
            told_step = told_step[0], _kept_secret(told_step[1]) if ".create" in told_step[0] else told_step[1]
        here = with_dice(self._host.at(self.told), given(told_step[0], id, **told_step[1]), face)
        if untold is None and here != 201:
            return
        other = with_dice(self._host.at(self.untold), given((untold or note)[0], id, **(untold or note)[1]), face)
        assert other == here, told_step
        if untold is None and self._is_public():
            raise Public(told_step[0])

    def _hide(self, cast: Cast) -> None:
        """Those of whom nobody knows, made like those whose place they take."""
        for type, args in setup_of(self.system):
            called = cast.told.get(args.get("name", ""), "")
            if called in (JUDGE, *IN_SECRET):
                told_step, untold = (
                    (type, _kept_secret(args) | {"name": name})
                    for name in (called, (cast.untold or {}).get(args["name"]))
                )
                self.staged(told_step, untold if cast.untold else None, least)
        if cast.untold is None:
            self._hide_beside(next(args["name"].lower() for args in made_by(self.system) if args.get("owners")))

    def _hide_beside(self, hero: str) -> None:
        """What is hidden on somebody whom everybody sees, and a question that is asked in secret."""
        ghost = IN_SECRET[0].lower()
        steps: tuple[Step, ...] = (
            ("afflict", {"target": hero, "what": "cursed", "hidden": True}),
            ("give_item", {"target": hero, "what": "letter", "hidden": True}),
            ("link", {"from": hero, "kind": "mark", "to": ghost}),
            ("roll", {"label": "peek", "notation": "1d20", "actor": hero, "sealed": True}),
            ("ask", {"owner": "gm", "prompt": "Now?", "options": ["yes", "no"], "default": "no", "about": ghost}),
        )
        for step in steps:
            self.staged(step, None, least)

    def _set_apart(self) -> None:
        """Sheets that only the game master sees, with more of everything in one campaign."""
        for name in (args["name"].lower() for args in made_by(self.system) if not args.get("owners")):
            self.both("describe", target=name, sheet="gm")
            for path, value in numbers_of(self.who("gm").see(f"./characters/{name}")):
                here, other = (("set", {"target": name, "path": path, "value": value + more}) for more in (0, 1))
                self.staged(here, other, least)

    def _is_public(self) -> bool:
        """Whether what was done in secret made time pass, or a phase begin, for everybody."""
        one, other = (self._host.at(campaign).see(".") for campaign in (self.told, self.untold))
        return bool(one["clock"] != other["clock"] or one["head"]["entry"] != other["head"]["entry"])

    def _settle(self, face: Face, *, secret: bool) -> None:
        """Take the defaults of whatever is asked, so that play can go on."""
        for _ in range(TIMES):
            asked = [one for one in self.who("gm").see("./decisions") if one["kind"] == "ask"]
            if not asked:
                return
            self.found |= self._unlike_decisions()
            step = ("close", {"deed": asked[0]["deed"]})
            self.staged(step, None if secret else step, face)

    def _unlike_decisions(self) -> Found:
        """What is asked, where it is told in two ways."""
        asked = [
            Asked(role, "GET", path, {}) for role in ("player", "observer") for path in ("./decisions", "./entries")
        ]
        self.compared += len(asked)
        return self.differing(asked)

    def tried(self, role: str, body: Json, face: Face, *, dry_run: bool) -> Found:
        """Where a command is answered in two ways; it is sent with more dice until nothing more is asked."""
        parted: Found = {}
        dice: list[int] = []
        for _ in range(TIMES):
            sent = (
                body | {"id": self.new_id()} | ({"dry_run": True} if dry_run else {}) | ({"dice": dice} if dice else {})
            )
            asked = Asked(role, "POST", "./commands", {"json": sent})
            one, other = self.answers(asked)
            self.compared += 1
            if self.plain(one) != self.plain(other):
                parted[f"{role} {sent}"] = self.parting(one, other)
                break
            more = missing(one.json())
            if not more:
                break
            dice = [*dice, *map(face, more)]
        return parted

    def reads(self, app: Litestar) -> list[str]:
        """Every read of a campaign that the application has, but for the stream, about everybody who is there."""
        gm, nobody = self.who("gm"), ["nobody"]
        by_kind = {
            kind: [one["handle"] for one in gm.see(f"./{kind}s")] for kind in ("character", "encounter", "enclave")
        }
        groups = [gm.see(f"./enclaves/{handle}/grids") for handle in by_kind["enclave"]]
        places = {kind: handles or nobody for kind, handles in by_kind.items()} | {
            "target": [grid["name"] for grids in groups for grid in grids] or nobody,
            "entry": [str(self.head)],
            "member": [self.who("player").id],
            "fork": [],
            "phase": ["1"],
            "report": [list(REPORTS)[self.head % len(REPORTS)]],  # each takes its time; the games share them out
        }
        paths = reads_of(app, places)
        return sorted(asked for path in paths for asked in self._asked_for(path))

    def _asked_for(self, path: str) -> Iterator[str]:
        """A path with what it asks for."""
        what = path.rpartition("/")[2]
        if what == "explain" and "characters" in path:
            sheet = self.who("gm").see(path.removesuffix("/explain"))
            for component in ("attributes", "tracks", "conditions", "modifiers", "wounds"):
                yield from (f"{path}?path={component}.{name}" for name in list(sheet[component])[:1])
        elif what == "diff":
            yield f"{path}?from={max(1, self.head - 6)}"
        elif what == "facts":
            yield from (f"{path}?table={table}&format=jsonl" for table in ("entries", "facts", "dice", "names"))
        else:
            yield f"{path}?limit=500" if what == "entries" else path

    def unlike(self, app: Litestar, roles: tuple[str, ...]) -> Found:
        """The reads that are answered in two ways."""
        asked = [Asked(role, "GET", path, {}) for path in self.reads(app) for role in roles]
        self.compared += len(asked)
        return self.differing(asked)

    def unlike_pasts(self) -> Found:
        """The changes of the past that a player tries and that are answered in two ways."""
        wanted = [{"undo": [entry], "dry_run": True} for entry in range(max(1, self.head - 3), self.head + 1)]
        self.compared += len(wanted)
        return self.differing(Asked("player", "POST", "./revisions", {"json": one}) for one in wanted)


def least(sides: int) -> int:
    """What a die shows at least."""
    return min(1, sides)


def numbers_of(sheet: Json) -> Iterator[tuple[str, int]]:
    """The numbers that a sheet is made of, by their paths."""
    for name, attribute in sheet["attributes"].items():
        yield f"attributes.{name}", attribute["base"]
    for name, track in sheet["tracks"].items():
        yield f"tracks.{name}.current", track["current"]


def seated_by(system: System, args: Json, player: str) -> Json:
    """Args in which the player sits where the example has its own."""
    text: Json = renamed(args, {system.examples.player: player})
    return text


def with_dice(person: Person, body: Json, face: Face) -> int:
    """The status that a command is answered with when all the dice that it takes are sent along."""
    dice: list[int] = []
    for _ in range(TIMES):
        answer = person.send("POST", "./commands", json=body | ({"dice": dice} if dice else {}))
        more = missing(answer.json())
        if answer.status_code != 422 or not more:
            return answer.status_code
        dice = [*dice, *map(face, more)]
    return 0


def missing(answer: Json) -> list[int]:
    """How many sides the dice have that an answer surely asks for."""
    if not isinstance(answer, dict) or "missing" not in answer:
        return []
    return [roll["sides"] for roll in answer["missing"] or () if roll.get("certain", True)]


def reads_of(app: Litestar, places: dict[str, list[str]]) -> dict[str, bool]:
    """Every read of a campaign that the application has, but for the stream, at each of the places that its path may name:
    with whether it takes a point of time."""
    known = {key: [UNKNOWN] for key in ("webhook", "seal", "kind")} | places
    reads: dict[str, bool] = {}
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format.startswith(BELOW) and "GET" in route.methods:
            path = "." + route.path_format.removeprefix(BELOW)
            taken = {p.field_alias for p in route.route_handler_map["GET"][1].expected_query_params}
            names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
            for values in product(*(known[name] for name in names)) if path != "./stream" else ():
                reads[path.format_map(dict(zip(names, values, strict=True)))] = "as_of" in taken
    return reads
