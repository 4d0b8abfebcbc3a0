"""Random histories of Orcus as a table plays it: fights on a map with a wall, a pit and fire, powers and what steps in between.

What the examples of a game bring together by chance seldom comes to a fight of some rounds. Here the combatant in turn walks, attacks, uses
a power or pushes another, and the wounded rest between fights.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from domain.aggregates import Encounter
from tests.laws.fights import Fights, Line, Lines

GAME: Final = "orcus"
HEROES: Final = ("bryn", "sela", "orrin")
POWERS: Final[dict[str, tuple[str, ...]]] = {
    "bryn": (
        "sure-strike",
        "felling-blow",
        "shove-of-force",
        "parry",
        "answer-in-kind",
        "rooted-stance",
        "burning-heart",
    ),
    "sela": ("cinder-lash", "hollow-frost", "pinning-shot", "slip-away", "blink", "mire-of-ink", "call-the-hound"),
    "orrin": ("crown-of-dawn", "rallying-song", "kindly-moss", "warding-hand", "hold-fast", "lullaby", "numbing-toll"),
}
FOES: Final = ("ember-hound", "mud-goblin", "mud-goblin", "basalt-gazer")
ARCS: Final = frozenset({"ember-breath"})
FAR: Final = frozenset({"hollow-frost", "mire-of-ink", "lullaby", "numbing-toll"})
"""Powers that fill a block of squares, and those that begin in a distant one."""
SIDE: Final = 6
"""How wide the map is, in squares."""

WALL: Final = [[3, 0]]
PIT: Final = [[5, 4]]
BLOCKED: Final = frozenset((x, y) for x, y in (*WALL, *PIT))
FIRE: Final = [[1, 5], [2, 5]]


class Skirmish(Fights):
    """A campaign of Orcus, from fight to fight."""

    entries_of_play = 80

    def __init__(self, seed: int) -> None:
        super().__init__(GAME, seed)

    def _ways(self, fight: Encounter | None) -> list[Callable[[], Lines]]:
        """Play a fight that is on by the combatant in turn, else a fight or a rest."""
        if fight is None:
            return [self._begin_fight, self._begin_fight, self._rest]
        return [*[partial(self._act, fight)] * 8, partial(self._meddle, fight), partial(self._end, fight)]

    def _takes_part(self, word: str) -> bool:
        return word in HEROES or word.startswith("foe-")

    # ---- what is played

    def _scenery(self) -> Lines:
        """A third hero, weapons, and what everybody has learnt."""
        numbers = {"level": 3, "scores": {"wisdom": 18}, "class_hp": 22, "class_recoveries": 7}
        yield Line("create", {"name": "Orrin", "owners": ["pat"], "statistics": numbers})
        sword = {"name": "Sword", "damage": "1d8", "proficient": True, "proficiency": 3}
        yield Line("give_weapon", {"who": "bryn", **sword})
        yield Line(
            "give_weapon", {"who": "sela", "name": "Bow", "damage": "1d8", "melee": False, "range": 10, "long": 20}
        )
        for who, powers in POWERS.items():
            for power in powers:
                yield Line("learn_power", {"who": who, "power": power})

    def _begin_fight(self) -> Lines:
        """A new fight on a new map, on which everybody has a place of their own."""
        self._fights += 1
        place, foes = f"field-{self._fights}", []
        yield Line("freeform.create_encounter", {"name": place.title(), "handle": place})
        for terrain, squares in (("wall", WALL), ("pit", PIT), ("hazard", FIRE)):
            depth = {"depth": 3} if terrain == "pit" else {}
            yield Line("draw_terrain", {"encounter": place, "terrain": terrain, "squares": squares, **depth})
        for monster in FOES:
            self._foes += 1
            foes.append(f"foe-{self._foes}")
            yield Line("bring_monster", {"name": f"Foe {self._foes}", "handle": foes[-1], "monster": monster})
        free = [(x, y) for x in range(SIDE) for y in range(SIDE) if (x, y) not in BLOCKED]
        places = self.random.sample(free, len(foes) + len(HEROES))
        for who, at in zip((*HEROES, *foes), places, strict=True):
            yield Line("put_at", {"encounter": place, "who": who, "at": list(at)})
        yield Line("begin_fight", {"encounter": place, "who": list(HEROES), "against": foes})

    def _act(self, fight: Encounter) -> Lines:
        """The combatant in turn does something, or passes the turn on."""
        who = self._acting(fight)[0] or self.random.choice(HEROES)
        ways = [*[self._walk] * 2, *[self._attack] * 3, *[self._use] * 6, self._manoeuvre, self._pass]
        yield from self.random.choice(ways)(fight, who)

    def _pass(self, fight: Encounter, _: str) -> Lines:
        yield Line("next_turn", {"encounter": fight.ref})

    def _walk(self, fight: Encounter, who: str) -> Lines:
        here = self._at(fight, who)
        path: list[list[int]] = []
        for _ in range(self.random.randint(1, 5)):
            here = (here[0] + self.random.randint(-1, 1), here[1] + self.random.randint(-1, 1))
            path.append(list(here))
        word = self.random.choice(("walk", "walk", "dash", "crawl", "five_foot_step"))
        way = {"to": path[0]} if word == "five_foot_step" else {"path": path}
        yield Line(word, {"encounter": fight.ref, "who": who, **way})

    def _attack(self, fight: Encounter, who: str) -> Lines:
        target = self._foe_of(who)
        yield Line("make_basic_attack", {"encounter": fight.ref, "who": who, "target": target, "ranged": who == "sela"})

    def _use(self, fight: Encounter, who: str) -> Lines:
        """Use a power that a combatant knows, on a target that it may be meant for."""
        powers = POWERS.get(who) or self._powers_of(who) or ("hound-bite",)
        power, target, (x, y) = self.random.choice(powers), self._foe_of(who), self._at(fight, who)
        aim: dict[str, Any] = {"targets": [target]} if self.random.random() < 0.7 else {}
        if power in ARCS:
            aim["squares"] = [[x + 1, y]]
        elif power in FAR:
            aim["square"] = list(self._at(fight, target))
        yield Line("use_power", {"encounter": fight.ref, "who": who, "power": power, **aim})

    def _powers_of(self, who: str) -> tuple[str, ...]:
        sheet = self._sheet(who)
        return () if sheet is None else tuple(sorted(n for n, trait in sheet.traits.items() if trait.kind == "power"))

    def _manoeuvre(self, fight: Encounter, who: str) -> Lines:
        target = self._foe_of(who)
        yield self.random.choice(
            (
                Line("grapple", {"who": who, "target": target}, fight=fight.ref),
                Line("shove", {"who": who, "target": target}, fight=fight.ref),
                Line("total_defense", {"who": who}, fight=fight.ref),
                Line("rally", {"who": who}, fight=fight.ref),
                Line("stand_up", {"encounter": fight.ref, "who": who}),
                Line("delay", {"who": who}, fight=fight.ref),
                Line("spend_action_point", {"who": who}, fight=fight.ref),
            )
        )

    def _meddle(self, fight: Encounter) -> Lines:
        """The game master pushes, burns, hurts or hampers a combatant."""
        who, by = self.random.sample([*HEROES, self._foe_of(HEROES[0])], 2)
        yield self.random.choice(
            (
                Line("push", {"encounter": fight.ref, "who": who, "by": by, "squares": 2}),
                Line("burn_somebody", {"encounter": fight.ref, "who": who, "amount": 5, "type": "fire"}),
                Line("deal_damage", {"encounter": fight.ref, "who": who, "amount": self.random.randint(1, 30)}),
                Line(
                    "impose",
                    {"encounter": fight.ref, "who": who, "what": self.random.choice(("dazed", "prone", "slowed"))},
                ),
                Line("heal_somebody", {"encounter": fight.ref, "who": who, "amount": 10}),
            )
        )

    def _end(self, fight: Encounter) -> Lines:
        if self.random.random() < 0.05:
            yield Line("end_fight", {"encounter": fight.ref})

    def _rest(self) -> Lines:
        """The heroes rest."""
        sort = self.random.choice(("short", "long"))
        yield Line("take_rest", {"who": list(HEROES), "sort": sort, "minutes": 10 if sort == "short" else 480})

    # ---- who is there

    def _foe_of(self, who: str) -> str:
        """A combatant on the other side who is not dead; the first hero where nobody is left."""
        living = [word for word in self._living() if (word in HEROES) is not (who in HEROES)]
        return self.random.choice(living) if living else HEROES[0]

    def _at(self, fight: Encounter, who: str) -> tuple[int, int]:
        """The square where a combatant stands; the corner of the map for who is not on it."""
        handle = self.state().handles.get(who)
        position = None if handle is None else fight.positions.get(handle.ref.partition("/")[2])
        return (0, 0) if position is None or position.x is None or position.y is None else (position.x, position.y)
