"""Answers about sheets, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name, SeenValue, Share


class AnchorRow(msgspec.Struct, frozen=True, kw_only=True):
    """The anchor of a row: it ends when its anchor goes. `by` says what that is, and which of the other fields are
    there. `moment`: a moment of a `subject` (empty: of nobody), after `passing` more of them. `save`: a save at such
    a moment, against a `target`. `time`: the in-game clock reaches `at`, in seconds. `instance`: another instance at
    `path`. `encounter`: that encounter. `scene`, `session`: the current one. `first`: the first `of` several.
    """

    by: str
    moment: str | None = None
    subject: str | None = None
    passing: int | None = None
    save: str | None = None
    target: int | None = None
    at: int | None = None
    path: str | None = None
    encounter: str | None = None
    of: tuple[AnchorRow, ...] = ()


class AsOf(msgspec.Struct, frozen=True, kw_only=True):
    """The point that a view is of: the entry, its session and its ledger time."""

    entry: int
    session: int | None
    at: str


class CardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A single spendable claim: a reputation, a piece of intel, a theory. `exclusive_to` restricts with whom it works;
    `users` who may use it (empty: its holder).
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    tier: int
    provenance: str
    exclusive_to: str
    state: str
    counters: dict[str, int]
    expires: AnchorRow | None
    users: tuple[str, ...]


class ChoiceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pick, what was on offer then, and when (a level, a milestone): retraining asks for all three."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    of: str
    picked: tuple[str, ...]
    offered: tuple[str, ...]
    at: str


class ConditionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A state something is in: prone, marked, hungry. Each instance is separate, with its own source and end."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    what: str
    tags: tuple[str, ...]
    level: int
    source: str
    target: str
    until: AnchorRow | None
    locked: bool


class FormulaRow(msgspec.Struct, frozen=True, kw_only=True):
    """The formula by which the base value at `path` is computed instead of being stored."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    path: str
    expression: dict[str, Any] | None


class IntentRow(msgspec.Struct, frozen=True, kw_only=True):
    """An action that is announced and not yet done: demanding, multi-round, held, hidden, readied, maintained, due
    later. `paid` is what it has cost so far, by pool; `due` when it comes about by itself; `trigger` what sets it
    off early; `interrupted_by` what breaks it. `command` is the command it will become, as stored (`type`, `args`),
    if it is one.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    what: str
    by: str
    paid: dict[str, int]
    due: AnchorRow | None
    trigger: str
    interrupted_by: tuple[str, ...]
    remaining: int
    command: str


class ItemRow(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that is owned, worn, carried or lies about. Its name stays when it changes hands. `location` is the
    system's word: `hand/left`, `belt/2`, `costume/1,2`, `inside/<item>`, `ground/<area>`, `wound/<wound>`.
    `features` are in the order in which they were added.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    what: str
    location: str
    quantity: int
    tracks: dict[str, int]
    features: tuple[str, ...]
    tags: tuple[str, ...]
    catalogue: str


class LinkRow(msgspec.Struct, frozen=True, kw_only=True):
    """A relation of this aggregate to another one: a grapple with its bank, a mark, a rider, a summoner. It lives in
    its first party's stream; `to` is the second party.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    to: str
    amount: int
    until: AnchorRow | None


class ModifierRow(msgspec.Struct, frozen=True, kw_only=True):
    """A change on top of a value, temporary or permanent. Operations apply in the order set, add, multiply, floor, cap.
    `multiply` multiplies by `amount / over`. `stacking`: "sum" counts every one; "best" counts, among modifiers of
    the same `type`, the best bonus and the worst penalty only; "once" counts equal `source` and `type` once.
    `locked` modifiers are not lifted by ordinary recovery. It counts only in a situation that has all the tags in
    `when`, and only `against` one character, where these are given.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    path: str
    operation: str
    amount: int | dict[str, Any]
    over: int
    rounding: str
    type: str
    stacking: str
    source: str
    tags: tuple[str, ...]
    until: AnchorRow | None
    locked: bool
    when: tuple[str, ...] = ()
    against: str | None = None


class QuestionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A decision: one that a waiting deed needs (`blocking`), or an offer that took its default and may be taken later.
    An open one is an instance of the encounter, character or campaign whose play it holds up, named
    `<deed>/<number>`. `deed` is the entry that began it, `owner` who must answer ("gm" or a member), `prompt` what
    is asked. `holds` are the characters whose play a question of the campaign holds up: those whom the waiting deed
    names or has changed. Of an offer `price` says what taking it costs, in words, and `closes` whose end closes it
    ("": the scene's).
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    deed: int
    key: str
    owner: str
    options: tuple[str, ...]
    default: str
    blocking: bool
    prompt: str
    holds: tuple[str, ...]
    price: str
    closes: str


class SeenTrack(msgspec.Struct, frozen=True, kw_only=True):
    """A pool or level: values in force beside the stored ones. `parts` and `errors` are by field, where there are any."""

    current: int | None
    minimum: int | None
    maximum: int | None
    base_current: int | None
    base_minimum: int | None
    base_maximum: int | None
    title: str
    parts: dict[str, tuple[Share, ...]]
    errors: dict[str, str]
    data: dict[str, Any]


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """Components by name, with values after formulas and modifiers beside the base. `values` are those that a formula
    alone defines, by path. `whole` is false where only the name is known to the viewer. `names` holds the name of
    everything mentioned.
    """

    id: str
    ref: str
    handle: str
    name: str
    title: str
    system: str
    owner: str | None
    owners: tuple[str, ...]
    kind: str
    whole: bool
    data: dict[str, Any]
    attributes: dict[str, SeenValue]
    tracks: dict[str, SeenTrack]
    values: dict[str, SeenValue]
    modifiers: dict[str, ModifierRow]
    formulas: dict[str, FormulaRow]
    wounds: dict[str, WoundRow]
    conditions: dict[str, ConditionRow]
    traits: dict[str, TraitRow]
    choices: dict[str, ChoiceRow]
    items: dict[str, ItemRow]
    cards: dict[str, CardRow]
    tasks: dict[str, TaskRow]
    uses: dict[str, UseRow]
    links: dict[str, LinkRow]
    intents: dict[str, IntentRow]
    questions: dict[str, QuestionRow]
    names: dict[str, Name]
    as_of: AsOf | None


class TaskRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something that accumulates: a lengthy check, a craft, training, a milestone, a disease's stages, hunger."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    progress: int
    goal: int | None
    stage: int
    failures: int
    state: str
    helpers: tuple[str, ...]
    due: AnchorRow | None


class TraitRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something a creature has or knows: a skill, power, feat, flaw. `catalogue` refers to the system's or campaign's
    entry.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    catalogue: str
    rank: int
    state: str
    tags: tuple[str, ...]


class UseRow(msgspec.Struct, frozen=True, kw_only=True):
    """The number of times that something was used, and against whom where that matters, since it was last reset. `last`
    is the in-game second of the last use; `seen` the values that came up (a die that may not repeat).
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    what: str
    against: str
    count: int
    last: int | None
    seen: tuple[int, ...]
    until: AnchorRow | None


class WoundRow(msgspec.Struct, frozen=True, kw_only=True):
    """An injury. Its effects are modifiers and conditions anchored to it; it has none of its own. `slot` is where it
    sits: `body/2`, `arm/left`, `item/vest`. `healing` counts what its treatment has achieved.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    severity: str
    kind: str
    slot: str
    healing: int
    source: str
