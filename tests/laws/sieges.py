"""Random histories of Rotted Capes as a table plays it: fights with Hordes, Plot Points, Wounds, and the days of an enclave.

What the examples of a game bring together by chance seldom comes to a fight of some rounds, or to a week of hunger. Here the
game master plays on from what there is: the combatant in turn attacks another who is there, and who is hurt heals by days.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from domain.aggregates import Encounter
from tests.laws.fights import Fights, Line, Lines

GAME: Final = "rotted-capes"
HEROES: Final = ("nightjar", "anvil", "lark")
VILLAIN: Final = "warlord"
FEWEST, MOST = 6, 9
"""How many ghouls a fight has."""

DAMAGE: Final = ("", "1d6", "2d8")
ABILITIES: Final = ("ember-lance", "headshot", "devastating-attack", "lullaby", "warm-hands")
GEAR: Final = ("fire-axe", "bottle-bomb", "field-kit", "riot-vest")
"""What the heroes have of the catalogue."""

OPTIONS: Final = {
    "wound_exhaustion": ("state", "per_wound_event", "cumulative"),
    "brutal_continuity": (False, True),
    "zombies_tire": (False, True),
    "reach_extends_opportunity": (False, True),
}
"""What a table may come to decide otherwise."""

USES: Final = ("reroll", "save an ally", "wound recovery", "other")


class Siege(Fights):
    """A campaign of Rotted Capes, besieged."""

    entries_of_play = 90

    def __init__(self, seed: int) -> None:
        super().__init__(GAME, seed)

    def _ways(self, fight: Encounter | None) -> list[Callable[[], Lines]]:
        """Play a fight that is on by the combatant in turn, else a fight, a day or some Plot Points."""
        if fight is None:
            return [self._begin_fight, self._day, self._day, self._heal, self._issue, self._points, self._decide]
        return [*[partial(self._act, fight)] * 5, self._hurt, self._points, partial(self._end, fight)]

    def _takes_part(self, word: str) -> bool:
        return word in (*HEROES, VILLAIN) or word.startswith("ghoul-")

    # ---- who is there

    def _hero(self) -> str:
        return self.random.choice(HEROES)

    def _some(self, *words: str) -> list[str]:
        """Some of these, in their order."""
        return [word for word in words if self.random.random() < 0.7]

    # ---- what is played

    def _scenery(self) -> Lines:
        """A hero of nobody's, an enclave with its stores, an issue."""
        yield Line("create", {"name": "Lark", "stamina": 20, "wounds": 2, "statistics": {"scores": {"wisdom": 14}}})
        yield Line("freeform.create_enclave", {"name": "Dockside", "members": list(HEROES)})
        yield Line("stock", {"enclave": "dockside", "goods": "food", "amount": 120})
        yield Line("stock", {"enclave": "dockside", "goods": "water", "amount": 70})
        for ability in ABILITIES:
            yield Line("gain_ability", {"who": self._hero(), "ability": ability})
        for gear in GEAR:
            yield Line("gain_gear", {"who": self._hero(), "gear": gear, "quantity": 3})
        yield Line("gain_flaw", {"who": "anvil", "flaw": "wilts-in-the-dark"})
        yield Line("begin_issue", {"title": "The Siege"})

    def _begin_fight(self) -> Lines:
        """A new fight: ghouls enough for a Horde, and mostly a map of two Areas on which it stands."""
        self._fights += 1
        place, mapped = f"street-{self._fights}", self.random.random() < 0.4
        yield Line("freeform.create_encounter", {"name": place.title(), "handle": place})
        ghouls = [who for who in self._living() if who.startswith("ghoul-")][:MOST]
        while len(ghouls) < FEWEST:
            self._foes += 1
            ghouls.append(f"ghoul-{self._foes}")
            alike = {"category": "zombie", "rank": "zeta", "statistics": {"paces": {"run": 2}}}
            yield Line("create", {"name": f"Ghoul {self._foes}", **alike})
        for area, other in (("yard", "road"), ("road", "yard")) if mapped else ():
            yield Line("freeform.draw_area", {"encounter": place, "area": area, "borders": [other]})
        for who in (*HEROES, *ghouls) if mapped else ():
            yield Line("freeform.place", {"encounter": place, "who": who, "area": "yard"})
        yield Line("switch_mode", {"encounter": place, "mode": "horde"})
        if self.random.random() < 0.5:
            yield Line("form_horde", {"encounter": place, "who": ghouls})
            ghouls = []
        yield Line("begin_fight", {"encounter": place, "who": list(HEROES), "against": [*ghouls, VILLAIN]})

    def _act(self, fight: Encounter) -> Lines:
        """The combatant in turn does something, and mostly passes the turn on."""
        who, members = self._acting(fight)
        who = who or self._hero()
        ways = [*[self._attack] * 6, *[self._use] * 3, self._team, self._work, self._guard]
        ways += [self._walk] if fight.areas else []
        ways += [self._swarm] * 6 if members else []
        yield from self.random.choice(ways)(fight, who)
        if self.random.random() < 0.85:
            yield Line("next_turn", {"encounter": fight.ref})

    def _attack(self, fight: Encounter, who: str) -> Lines:
        foes = [word for word in self._living() if (word in HEROES) is not (who in HEROES)]
        target, damage = self.random.choice(foes or self._living()), self.random.choice(DAMAGE)
        args = {"who": who, "target": target, "damage": damage, "adds": self.random.randint(0, 16) if damage else 0}
        again = {f"reroll/{of}/{target}": self.random.choice(("yes", "no")) for of in ("attack", "damage")}
        yield Line("attack", args, again, fight.ref)

    def _use(self, fight: Encounter, who: str) -> Lines:
        """Something of the catalogue is used; who is held gets loose now and then."""
        if self.random.random() < 0.2:
            yield Line("break_free", {"who": who}, fight=fight.ref)
        target = self.random.choice(self._living())
        means = self.random.choice(("grapple", *self._means_of(who)))
        again = {f"reroll/attack/{target}": self.random.choice(("yes", "no"))}
        yield Line("use_on", {"who": who, "target": target, "means": means}, again, fight.ref)

    def _means_of(self, who: str) -> list[str]:
        """What a combatant has of the catalogue that is used on others."""
        sheet = self._sheet(who)
        if sheet is None:
            return []
        means = {trait.catalogue for trait in sheet.traits.values()} | {item.catalogue for item in sheet.items.values()}
        return sorted(means & {*ABILITIES, *GEAR})

    def _team(self, fight: Encounter, who: str) -> Lines:
        """A response is readied, and goes off with others or alone."""
        yield Line("ready", {"who": who, "trigger": "they come", "response": "strike"}, fight=fight.ref)
        joins = {"team": self.random.choice(("joins", "stays out"))}
        yield Line("team_attack", {"who": who, "allies": [self._hero()]}, joins, fight.ref)

    def _swarm(self, fight: Encounter, who: str) -> Lines:
        target, other = self.random.sample(HEROES, 2)
        args = {"who": who, "target": target, "other": other, "attackers": self.random.randint(1, 4)}
        yield Line("swarm", {"encounter": fight.ref, "damage": "1d6", **args})

    def _work(self, fight: Encounter, who: str) -> Lines:
        args = {"who": who, "what": "the motor", "interruptible": True, "burnout": 1}
        yield Line("begin_demanding", args, fight=fight.ref)

    def _walk(self, fight: Encounter, who: str) -> Lines:
        to = self.random.choice(("yard", "road"))
        word = self.random.choice(("move", "shift"))
        yield Line(word, {"encounter": fight.ref, "who": who, "to": [to] if word == "move" else to})

    def _guard(self, fight: Encounter, who: str) -> Lines:
        yield Line(self.random.choice(("dodge", "disengage", "drop_prone")), {"who": who}, fight=fight.ref)

    def _hurt(self) -> Lines:
        """Something harms a character, or is catching."""
        who = self.random.choice(self._living())
        stages = [{"stamina": 3}, {"wounds": 1, "exhaustion": 1}]
        fever = {"disease": "Fever", "bonus": 5, "difficulty": 14, "hours": 24, "stages": stages}
        yield self.random.choice(
            (
                Line("harm", {"who": who, "amount": self.random.randint(1, 40)}),
                Line("suffer_wounds", {"who": who}),
                Line("exhaust", {"who": who, "levels": self.random.randint(1, 2)}),
                Line("infect", {"who": self._hero(), **fever}),
            )
        )

    def _end(self, fight: Encounter) -> Lines:
        if self.random.random() < 0.3:
            yield Line("end_fight", {"encounter": fight.ref})

    def _day(self) -> Lines:
        """A day of the enclave: some have a Hiatus, who is hurt or ill does something about it, all have what there is."""
        rations = {goods: self.random.choice(("full", "half", "none")) for goods in ("food", "water")}
        yield Line("freeform.advance_clock", {"hours": 24})
        for who in self._some(*HEROES):
            yield Line("take_hiatus", {"who": who})
            yield Line("recover_wound", {"who": who}, {f"recovery/{who}": self.random.choice(("yes", "no"))})
            yield Line("resist_disease", {"who": who, "disease": "Fever", "plot_point": self.random.random() < 0.5})
        again = {f"reroll/save/{who}": "yes" for who in self._some(*HEROES)}
        yield Line("end_day", {"enclave": "dockside", "passes": False, **rations}, again)

    def _decide(self) -> Lines:
        option = self.random.choice(sorted(OPTIONS))
        yield Line("freeform.set_option", {"option": option, "value": self.random.choice(OPTIONS[option])})

    def _heal(self) -> Lines:
        who = self._hero()
        yield self.random.choice(
            (
                Line("mend", {"who": who, "stamina": self.random.randint(1, 20)}),
                Line("gather", {"who": who, "goods": "water", "difficulty": 12, "trained": True}),
                Line("stock", {"enclave": "dockside", "goods": "water", "amount": 40}),
            )
        )

    def _issue(self) -> Lines:
        yield Line(self.random.choice(("begin_issue", "end_issue", "freeform.open_scene", "freeform.end_scene")), {})

    def _points(self) -> Lines:
        """Plot Points are earned, lent and spent, by heroes and out of the pool."""
        who, other = self.random.sample(HEROES, 2)
        yield self.random.choice(
            (
                Line("award_plot_point", {"who": who, "why": "tagline"}),
                Line("award_plot_point", {"who": who}),
                Line("aid", {"who": who, "target": other, "use": self.random.choice(USES)}),
                Line("alter_scene", {"who": who, "change": "a ladder"}),
                Line("hinder_attacker", {"who": who, "attacker": VILLAIN}),
                Line("endure", {"who": who, "against": self.random.choice(("disease", "thirst", "sleep"))}),
                Line("use_editor_point", {"purpose": "a locked door"}),
            )
        )
