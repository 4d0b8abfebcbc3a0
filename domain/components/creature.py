"""The components that describe a creature, and with it vehicles, hordes, teams and places: any aggregate may hold them."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.components.anchors import AnyAnchor
from domain.components.base import Audience, Instance
from domain.components.expressions import AnyExpression, Rounding
from domain.stacking import Stacking


class Profile(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The identity of an aggregate. One per aggregate, named `self`; its existence is the aggregate's existence.

    `kind` is the system's own word (hero, generic NPC, zombie, fight, team). `owners` are the members who play it.
    `sheet` narrows who may see the components behind the name (an enemy's sheet is the game master's).
    """

    handle: str
    name: str
    kind: str = ""
    owners: tuple[str, ...] = ()
    sheet: Audience = "all"


class Attribute(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A base value that rarely changes: a stat, a skill percentage, a level."""

    base: int


class Track(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A pool or level with a current value: hit points, stamina, morale, stress.

    The bounds are the stored ones; what is in force comes after modifiers and formulas. A fold never clamps: clamping
    is a rule's business, so that the rule's reads say that it looked.
    """

    current: int
    minimum: int | None = None
    maximum: int | None = None


class Modifier(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A change on top of a value, temporary or permanent.

    Operations apply in the order set, add, multiply, floor, cap. `multiply` multiplies by `amount / over`.
    `stacking`: "sum" counts every one; "best" counts, among modifiers of the same `type`, the best bonus and the worst
    penalty only; "once" counts equal `source` and `type` once. `locked` modifiers are not lifted by ordinary recovery.

    It counts only in a situation that has all the tags in `when`, and only `against` somebody, where these are given.
    """

    narrowed_by: ClassVar[str | None] = "path"

    path: str
    operation: Literal["add", "multiply", "set", "cap", "floor"] = "add"
    amount: int | AnyExpression = 0
    over: int = 1
    rounding: Rounding = "down"
    type: str = ""
    stacking: Stacking = "sum"
    source: str = ""
    tags: tuple[str, ...] = ()
    until: AnyAnchor | None = None
    locked: bool = False
    when: tuple[str, ...] = ()
    against: str = ""


class Formula(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The formula by which the base value at `path` is computed instead of being stored."""

    narrowed_by: ClassVar[str | None] = "path"

    path: str
    expression: AnyExpression


class Wound(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An injury. Its effects are modifiers and conditions anchored to it; it has none of its own.

    `slot` is where it sits: `body/2`, `arm/left`, `item/vest`. `healing` counts what its treatment has achieved.
    """

    narrowed_by: ClassVar[str | None] = "slot"

    severity: str
    kind: str = ""
    slot: str = ""
    healing: int = 0
    source: str = ""


class Condition(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A state something is in: prone, marked, hungry. Each instance is separate, with its own source and end."""

    narrowed_by: ClassVar[str | None] = "what"

    what: str
    tags: tuple[str, ...] = ()
    level: int = 0
    source: str = ""
    target: str = ""
    until: AnyAnchor | None = None
    locked: bool = False


class Trait(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Something a creature has or knows: a skill, power, feat, flaw. `catalogue` refers to the system's or campaign's entry."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    catalogue: str = ""
    rank: int = 0
    state: str = ""
    tags: tuple[str, ...] = ()


class Choice(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A pick, what was on offer then, and when (a level, a milestone): retraining asks for all three."""

    narrowed_by: ClassVar[str | None] = "of"

    of: str
    picked: tuple[str, ...]
    offered: tuple[str, ...] = ()
    at: str = ""


class Item(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A thing that is owned, worn, carried or lies about. Its name stays when it changes hands.

    `location` is the system's word: `hand/left`, `belt/2`, `costume/1,2`, `inside/<item>`, `ground/<area>`, `wound/<wound>`.
    `features` are in the order in which they were added.
    """

    narrowed_by: ClassVar[str | None] = "location"

    what: str
    location: str = ""
    quantity: int = 1
    tracks: dict[str, int] = {}
    features: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    catalogue: str = ""


class Card(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A single spendable claim: a reputation, a piece of intel, a theory.

    `exclusive_to` restricts with whom it works; `users` who may use it (empty: its holder).
    """

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    tier: int = 0
    provenance: str = ""
    exclusive_to: str = ""
    state: str = ""
    counters: dict[str, int] = {}
    expires: AnyAnchor | None = None
    users: tuple[str, ...] = ()


class Task(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Something that accumulates: a lengthy check, a craft, training, a milestone, a disease's stages, hunger."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    progress: int = 0
    goal: int | None = None
    stage: int = 0
    failures: int = 0
    state: str = ""
    helpers: tuple[str, ...] = ()
    due: AnyAnchor | None = None


class Use(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The number of times that something was used, and against whom where that matters, since it was last reset.

    `last` is the in-game second of the last use; `seen` the values that came up (a die that may not repeat).
    """

    what: str
    against: str = ""
    count: int = 0
    last: int | None = None
    seen: tuple[int, ...] = ()
    until: AnyAnchor | None = None


class Link(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A relation of this aggregate to another one: a grapple with its bank, a mark, a rider, a summoner.

    It lives in its first party's stream; `to` is the second party.
    """

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    to: str
    amount: int = 0
    until: AnyAnchor | None = None


class Intent(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An action that is announced and not yet done: demanding, multi-round, held, hidden, readied, maintained, due later.

    `paid` is what it has cost so far, by pool; `due` when it comes about by itself; `trigger` what sets it off early;
    `interrupted_by` what breaks it. `command` is the command it will become, as stored (`type`, `args`), if it is one.
    """

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    what: str
    by: str = ""
    paid: dict[str, int] = {}
    due: AnyAnchor | None = None
    trigger: str = ""
    interrupted_by: tuple[str, ...] = ()
    remaining: int = 0
    command: str = ""


Closes = Literal["", "turn", "scene", "encounter", "session"]
"""What an offer may close with the end of: the turn or encounter that it was made in, the scene, the session."""


class Question(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A decision: one that a waiting deed needs (`blocking`), or an offer that took its default and may be taken later.

    An open one is an instance of the encounter, character or campaign whose play it holds up, named `<deed>/<number>`.
    `deed` is the entry that began it, `owner` who must answer ("gm" or a member), `prompt` what is asked. `holds` are the
    characters whose play a question of the campaign holds up: those whom the waiting deed names or has changed. Of an offer
    `price` says what taking it costs, in words, and `closes` whose end closes it ("": the scene's).
    """

    deed: int
    key: str
    owner: str
    options: tuple[str, ...]
    default: str
    blocking: bool = True
    prompt: str = ""
    holds: tuple[str, ...] = ()
    price: str = ""
    closes: Closes = ""
