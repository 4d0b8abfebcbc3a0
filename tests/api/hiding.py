"""A campaign that is full of secrets, each of them marked, so that wherever one comes out it is found.

Every secret holds a word that begins with `MARKER` and ends in what it is a secret of, and the number `NUMBER`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.aggregates import begin, components_of
from domain.vocabulary import COMPONENTS
from systems.freeform.adjusting.families import ELSEWHERE
from tests.api.people import Json, Person
from tests.api.room import Room
from tests.visibility.marked import MARKER, NUMBER, marked

SECRET = re.compile(rf"{MARKER}[a-z-]*|{NUMBER}")

HOLDERS = {"hero": "character/hero", "fight": "encounter/fight", "den": "enclave/den", "": "campaign/self"}
"""What holds the secrets, by handle (the campaign has none)."""


def secrets_of(text: str, sent: str = "") -> set[str]:
    """The secrets that stand in a text, apart from those that the reader brought along themselves."""
    return set(SECRET.findall(text.replace(sent, ""))) if sent else set(SECRET.findall(text))


def secret(component: str, **given: Any) -> Json:
    """An instance of a component as JSON, each of whose fields holds its secret."""
    instance = msgspec.json.encode(marked(COMPONENTS[component].instance, **given)).decode()
    return msgspec.json.decode(instance.replace(MARKER, f"{MARKER}-{component}"))


class HidingRoom(Room):
    """A campaign in which something of every kind is hidden from everybody but the game master.

    `hidden` are the words that do stand somewhere: what a crawler who may see everything has to find. `points` are
    entries at which more and more of it was there.
    """

    def __init__(self, host: Person) -> None:
        self.hidden: set[str] = set()
        self.points: list[int] = []
        super().__init__(host)
        for chapter in (
            self._instances,
            self._people,
            self._rolls,
            self._words,
            self._questions,
            self._plans,
            self._changes,
        ):
            chapter()
            self.points.append(self.gm.see(".")["head"]["entry"])
        self.fork = self._forked()

    def word(self, of: str) -> str:
        """The secret of something, which from now on stands somewhere."""
        self.hidden.add(f"{MARKER}-{of}")
        return f"{MARKER}-{of}"

    def _story(self) -> Iterator[tuple[str, Json]]:
        yield "open_session", {"title": "One"}
        yield "open_scene", {"title": "The Yard"}
        yield "create_character", {"name": "Hero", "owners": [self.owner.id], "tracks": {"hp": 10, "luck": 3}}
        yield "create_character", {"name": "Friend", "owners": [self.player.id], "tracks": {"hp": 10}}
        yield "create_encounter", {"name": "Fight", "areas": {"yard": {}}}
        yield "create_enclave", {"name": "Den", "members": ["hero", "friend"]}
        yield "join", {"encounter": "fight", "who": "hero", "initiative": 5}
        yield "begin", {"encounter": "fight"}

    def does(self, type: str, /, **args: Any) -> Json:
        return self.gm.does(f"freeform.{type}", **args)

    def _instances(self) -> None:
        """One of every component, hidden; and some that everybody sees, of which a part is hidden."""
        for target, ref in HOLDERS.items():
            for component in set(components_of(type(begin(ref)))) - set(ELSEWHERE):
                name = self.word(component)
                self.does(
                    "put", target=target, component=component, name=name, instance=secret(component, audience="gm")
                )
        grid = {"target": "friend", "rows": 1, "columns": 2}
        self.does("put", target="den", component="grids", name="plans", instance=grid)
        for column, known_by in enumerate(([], [self._ref("hero")])):
            fields = {"grid": "plans", "row": 0, "column": column, "state": "closed", "title": "", "blocked": False}
            cell = secret("cells", known_by=(), **fields) | {"known_by": known_by}
            cell |= {"shown": "", "node": ""} if known_by else {}
            self.does("put", target="den", component="cells", name=f"plans/0/{column}", instance=cell)
        zone = secret("zones", known_to=()) | {"known_to": ["character/nobody"], "areas": ["yard"]}
        self.does("put", target="fight", component="zones", name=self.word("trap"), instance=zone)

    def _people(self) -> None:
        """A character nobody knows of, at whom much points; a sheet nobody may see; a group and a fight in secret."""
        self.does("create_character", name=self.word("spy"), handle="spy", hidden=True, tracks={"hp": 5})
        self.does("create_character", name="Foe", sheet="gm", tracks={self.word("sheet"): NUMBER})
        self.does("create_encounter", name=self.word("ambush"), handle="ambush", hidden=True)
        self.does("create_enclave", name=self.word("cult"), handle="cult", hidden=True)
        self.does("join", encounter="fight", who="spy", initiative=9)
        self.does("place", encounter="fight", who="spy", area="yard")
        self.does("next_turn", encounter="fight")
        self.does("link", **{"from": "hero", "kind": self.word("grudge"), "to": "spy"})
        spied = {"target": "hero", "component": "conditions", "name": "watched"}
        self.does("put", **spied, instance={"what": "watched", "source": self._ref("spy")})
        self.does("put", target="foe", component="items", name="idol", instance={"what": self.word("idol")})

    def _rolls(self) -> None:
        """What only the game master knows of rolls, and what adds to those of everybody."""
        curse = {"path": "rolls.attack", "amount": -1, "title": self.word("curse"), "audience": "gm"}
        self.does("put", target="hero", component="modifiers", name="curse", instance=curse)
        self.does("roll", label=self.word("sealed"), notation="1d20", sealed=True)
        self.does("roll", label="sneak", notation="1d20", actor="hero", veiled=True, target=NUMBER)
        self.does("roll", label=f"save/{self.gm_ref('spy')}", notation="1d20", actor="hero")
        self.does("damage", target="foe", track=self.word("sheet"), amount=3, harm=self.word("harm"))
        refused = self.gm.send(
            "POST", "./commands", json={"type": "freeform.damage", "args": {"target": "spy", "track": "x"}}
        )
        assert refused.status_code == 422, refused.text

    def _words(self) -> None:
        """What game masters write for themselves, or for one player."""
        self.does("note", text=self.word("note"), _audience="gm")
        self.does("seal", title="A vow", text=self.word("seal"), known_to=[self.gm.id])
        self.does("note", text=self.word("whisper"), about="hero", _audience=[self.gm.id])
        self.does("award", target="spy", what="xp", text=self.word("award"))
        self.does("note", text=self.word("about"), about="spy")
        self.does("set", target="spy", path="tracks.hp.current", value=2, reason=self.word("reason"))
        self.does("take", target="foe", path="items.idol", because=self.word("because"))

    def _questions(self) -> None:
        """What is asked of the game master."""
        asked = {"key": self.word("key"), "prompt": self.word("prompt"), "default": self.word("no")}
        self.does("ask", owner="gm", options=[self.word("yes"), self.word("no")], about="foe", **asked)

    def _plans(self) -> None:
        """What somebody means to do in downtime, changed once and then impossible; nobody else has any business with it."""
        self.does("create_character", name="Loner", owners=[self.gm.id], tracks={"coin": {"current": 1, "minimum": 0}})
        self.gm.ask("POST", "./downtime", 201, json={"days": 2})
        for word in ("first-plan", "plan"):
            noted = {"type": "freeform.note", "args": {"text": self.word(word), "about": "loner"}, "day": 2}
            paid = {"target": "loner", "track": "coin", "amount": NUMBER}
            actions = [{"type": "freeform.spend", "args": paid}, noted]
            self.gm.ask("PUT", "./downtime/1/plans/loner", 200, json={"actions": actions})
        self.does("begin_processing")
        args = {"plan": "downtime/1/1", "rule": "minimum", "why": self.word("impossible")}
        self.does("fail_plan", who="loner", **args)

    def _changes(self) -> None:
        """What was open and is hidden now; what was said before all and was meant for few; what was struck."""
        shown = {"target": "hero", "component": "conditions", "name": "mark"}
        self.does("put", **shown, instance={"what": self.word("mark")})
        self.does("set", target="hero", path="conditions.mark.audience", value="gm", reason="Not yet.")
        self.does("create_character", name=self.word("traitor"), handle="traitor", tracks={"hp": 5})
        self.does("set", target="traitor", path="profile.self.audience", value="gm", reason="Not yet.")
        slip = self.does("note", text=self.word("slip"))["entry"]
        instead = {"type": "freeform.note", "args": {"text": self.word("slip")}, "audience": "gm"}
        self.gm.ask("POST", "./revisions", 201, json={"amend": [{"entry": slip, "command": instead}]})
        struck = self.does("afflict", target="spy", what=self.word("struck"))["entry"]
        self.gm.ask("POST", "./revisions", 201, json={"undo": [struck]})
        after = self.points[2]
        hurt = {"type": "freeform.afflict", "args": {"target": "hero", "what": self.word("insert"), "hidden": True}}
        self.gm.ask("POST", "./revisions", 201, json={"insert": [{"after": after, "command": hurt}]})

    def _forked(self) -> str:
        """A fork from the time when much was open that is hidden now, with a secret of its own."""
        wanted = {"name": "What if", "at": self.points[0]}
        fork: str = self.gm.ask("POST", "./forks", 201, json=wanted)["id"]
        branch = self.gm.at(fork)
        branch.does("freeform.afflict", target="hero", what=self.word("fork"), hidden=True)
        branch.does("freeform.create_character", name=self.word("forked"), handle="forked", hidden=True)
        return fork

    def gm_ref(self, handle: str) -> str:
        id: str = self.gm.see(f"./characters/{handle}")["id"]
        return id

    def _ref(self, handle: str) -> str:
        return f"character/{self.gm_ref(handle)}"
