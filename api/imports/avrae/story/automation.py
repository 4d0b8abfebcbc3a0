"""Rolls and results of one action of the bot, read from its tree of results.

Branches not taken leave no nodes, so every node in the tree happened. The bot works targets off one by one; inside a
target, the results of a hit or a failed save lie under the attack or save as its children.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

import msgspec

from api.imports.avrae.recording.events import AutomationRun, EffectData, SheetData
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.rolls import PrintedRoll, UnreadableRoll, parse_roll
from api.imports.avrae.story.happenings import (
    AttackRolled,
    Being,
    CheckRolled,
    CounterUsed,
    Damaged,
    EffectAdded,
    EffectEnded,
    Happening,
    Healed,
    Occasion,
    RecordedRoll,
    RecordedSource,
    RuleQuoted,
    SaveRolled,
    Slots,
    SlotUsed,
    TempHpGained,
)
from domain.messages import sentence_of
from domain.messages import text as worded

_DEEPEST = 64


class _Node(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class _RollData(msgspec.Struct, frozen=True):
    total: int
    result: str


class _Branches(_Node, frozen=True, tag="condition"):
    children: tuple[Any, ...] = ()


class _Spell(_Node, frozen=True, tag="spell"):
    children: tuple[Any, ...] = ()


class _Targets(_Node, frozen=True, tag="target"):
    results: tuple[Any, ...] = ()


class _OneTarget(_Node, frozen=True, tag="target_iteration"):
    target_type: str
    target_id: str | None = None
    target_index: int | None = None
    results: tuple[Any, ...] = ()


class _Attack(_Node, frozen=True, tag="attack"):
    did_hit: bool
    did_crit: bool
    ac: int | None = None
    attack_bonus: int | str | None = None
    to_hit_roll: _RollData | None = None
    adv: int = 0
    children: tuple[Any, ...] = ()


class _Save(_Node, frozen=True, tag="save"):
    did_save: bool
    ability: str
    dc: int | None = None
    save_roll: _RollData | None = None
    adv: int = 0
    children: tuple[Any, ...] = ()


class _Check(_Node, frozen=True, tag="check"):
    skill_name: str
    check_roll: _RollData | None = None
    dc: int | None = None
    did_succeed: bool | None = None
    contest_skill_name: str | None = None
    contest_roll: _RollData | None = None
    children: tuple[Any, ...] = ()


class _Damage(_Node, frozen=True, tag="damage"):
    damage: int
    damage_roll: _RollData | None = None


class _TempHp(_Node, frozen=True, tag="temphp"):
    amount: int
    amount_roll: _RollData | None = None


class _AddedEffect(_Node, frozen=True, tag="ieffect"):
    effect: EffectData
    conc_conflict: tuple[EffectData, ...] = ()


class _RemovedEffect(_Node, frozen=True, tag="remove_ieffect"):
    removed_effect: EffectData | None = None
    removed_parent: EffectData | None = None


class _Counter(_Node, frozen=True, tag="counter"):
    """`counter_name` is None, or `skipped` true, where nothing was used."""

    counter_name: str | None = None
    counter_remaining: int = 0
    used_amount: int = 0
    skipped: bool = False


class _Roll(_Node, frozen=True, tag="roll"):
    roll: _RollData
    hidden: bool = False


class _Text(_Node, frozen=True, tag="text"):
    text: str


class _Variable(_Node, frozen=True, tag="variable"):
    """A value worked out on the way; it shows in what uses it."""


_AnyNode = (
    _Branches
    | _Spell
    | _Targets
    | _OneTarget
    | _Attack
    | _Save
    | _Check
    | _Damage
    | _TempHp
    | _AddedEffect
    | _RemovedEffect
    | _Counter
    | _Roll
    | _Text
    | _Variable
)
_known_nodes = frozenset(str(node.__struct_config__.tag) for node in _AnyNode.__args__)


class Scene(msgspec.Struct, frozen=True):
    """The context of an action: its line and source, names by id, and the labels of its rolls in the bot's message."""

    line: int
    source: RecordedSource
    names: Mapping[str, str]
    labels: Mapping[str, str] = {}


class _Place(msgspec.Struct, frozen=True):
    """The position of a node in the tree."""

    target: Being | None = None
    upon: Occasion | None = None
    depth: int = 0


def being(sheet: SheetData | str) -> Being:
    """A target outside the combat is only a name."""
    return Being(sheet) if isinstance(sheet, str) else Being(sheet.name, sheet.id)


def read_automation(run: AutomationRun, scene: Scene) -> Iterator[Happening | RecordingFault]:
    """All happenings of an action in the order in which the bot worked them out, between the faults it met."""
    return _Reader(run, scene).children(run.automation_result, _Place())


class _Reader:
    def __init__(self, run: AutomationRun, scene: Scene) -> None:
        self._run = run
        self._scene = scene
        self._source = scene.source
        self._line = scene.line
        self._by = being(run.caster)

    def children(self, node: Mapping[str, Any], place: _Place) -> Iterator[Happening | RecordingFault]:
        """Reads below a node of which only the children are understood."""
        for key in ("children", "results"):
            nodes = node.get(key, ())
            if isinstance(nodes, list | tuple):
                yield from self._all(nodes, place)

    def _all(self, nodes: list[Any] | tuple[Any, ...], place: _Place) -> Iterator[Happening | RecordingFault]:
        inner = msgspec.structs.replace(place, depth=place.depth + 1)
        if inner.depth > _DEEPEST:
            yield RecordingFault(
                self._line,
                "unreadable-node",
                worded("The action nests deeper than {deepest} nodes; no real one does.", deepest=_DEEPEST),
            )
            return
        for node in nodes:
            yield from self._node(node, inner)

    def _node(self, raw: object, place: _Place) -> Iterator[Happening | RecordingFault]:
        kind = raw.get("type") if isinstance(raw, dict) else None
        if not isinstance(raw, dict) or not isinstance(kind, str) or kind not in _known_nodes:
            yield RecordingFault(
                self._line,
                "unknown-node",
                worded("A node of the type “{kind}” is unknown; its children were read.", kind=kind),
            )
            yield from self.children(raw if isinstance(raw, dict) else {}, place)
            return
        try:
            node = msgspec.convert(raw, _AnyNode)
        except msgspec.ValidationError as error:
            yield RecordingFault(
                self._line,
                "unreadable-node",
                worded("A “{kind}” node is not as expected: {error}.", kind=kind, error=error),
            )
            yield from self.children(raw, place)
            return
        yield from self._happenings(node, place)

    def _happenings(self, node: _AnyNode, place: _Place) -> Iterator[Happening | RecordingFault]:
        match node:
            case _Branches(children=inner) | _Spell(children=inner) | _Targets(results=inner):
                yield from self._all(inner, place)
            case _OneTarget():
                yield from self._all(node.results, msgspec.structs.replace(place, target=self._target(node)))
            case _Attack():
                yield from self._attack(node, place)
            case _Save():
                yield from self._save(node, place)
            case _Check():
                yield from self._check(node, place)
            case _Damage() | _TempHp():
                yield from self._points(node, place)
            case _AddedEffect() | _RemovedEffect():
                yield from self._effects(node, place)
            case _:
                yield from self._asides(node)

    def _attack(self, node: _Attack, place: _Place) -> Iterator[Happening | RecordingFault]:
        roll = yield from self._roll(node.to_hit_roll)
        yield AttackRolled(
            source=self._source,
            by=self._by,
            target=place.target,
            roll=roll,
            ac=node.ac,
            bonus=node.attack_bonus,
            advantage=node.adv,
            hit=node.did_hit,
            crit=node.did_crit,
        )
        upon: Occasion = "crit" if node.did_crit else "hit" if node.did_hit else "miss"
        yield from self._all(node.children, msgspec.structs.replace(place, upon=upon))

    def _save(self, node: _Save, place: _Place) -> Iterator[Happening | RecordingFault]:
        roll = yield from self._roll(node.save_roll)
        yield SaveRolled(
            source=self._source,
            who=place.target,
            ability=node.ability.removesuffix("Save"),
            roll=roll,
            by=self._by,
            dc=node.dc,
            advantage=node.adv,
            success=node.did_save,
        )
        upon: Occasion = "save passed" if node.did_save else "save failed"
        yield from self._all(node.children, msgspec.structs.replace(place, upon=upon))

    def _check(self, node: _Check, place: _Place) -> Iterator[Happening | RecordingFault]:
        """A contest is two checks: the actor's, then the target's."""
        if node.contest_roll is not None:
            contest = yield from self._roll(node.contest_roll)
            name = node.contest_skill_name or "Contest"
            yield CheckRolled(source=self._source, who=self._by, check=name, roll=contest)
        roll = yield from self._roll(node.check_roll)
        yield CheckRolled(
            source=self._source,
            who=place.target or self._by,
            check=node.skill_name,
            roll=roll,
            dc=node.dc,
            success=node.did_succeed,
        )
        upon: Occasion | None = None
        if node.did_succeed is not None:
            upon = "check passed" if node.did_succeed else "check failed"
        yield from self._all(node.children, msgspec.structs.replace(place, upon=upon))

    def _points(self, node: _Damage | _TempHp, place: _Place) -> Iterator[Happening | RecordingFault]:
        source, target, by = self._source, place.target, self._by
        match node:
            case _TempHp(amount=amount):
                roll = yield from self._roll(node.amount_roll)
                yield TempHpGained(source=source, target=target, by=by, amount=amount, roll=roll)
            case _Damage(damage=amount) if amount < 0:  # the bot heals by negative damage
                roll = yield from self._roll(node.damage_roll)
                yield Healed(source=source, target=target, by=by, amount=-amount, roll=roll)
            case _Damage(damage=amount):
                roll = yield from self._roll(node.damage_roll)
                yield Damaged(source=source, target=target, by=by, amount=amount, roll=roll, upon=place.upon)

    def _effects(self, node: _AddedEffect | _RemovedEffect, place: _Place) -> Iterator[Happening | RecordingFault]:
        source, target, by = self._source, place.target, self._by
        match node:
            case _AddedEffect(effect=effect, conc_conflict=broken):
                for old in broken:
                    yield EffectEnded(source=source, target=target, by=by, effect=old, cause="concentration")
                yield EffectAdded(source=source, target=target, by=by, effect=effect, witness="action")
            case _RemovedEffect(removed_effect=effect, removed_parent=parent):
                if effect is not None:
                    yield EffectEnded(source=source, target=target, by=by, effect=effect, cause="removed")
                if parent is not None:
                    yield EffectEnded(source=source, target=None, by=by, effect=parent, cause="removed")

    def _asides(self, node: _AnyNode) -> Iterator[Happening | RecordingFault]:
        match node:
            case _Counter(counter_name=str(name), used_amount=used, counter_remaining=left, skipped=False):
                if name.isdecimal():  # spell slots are counted under their level
                    slots = Slots(level=int(name), left=left, most=None)
                    yield SlotUsed(source=self._source, who=self._by, slots=slots, used=used)
                    return
                yield CounterUsed(source=self._source, who=self._by, counter=name, used=used, left=left)
            case _Roll():
                roll = yield from self._roll(node.roll)
                if roll is not None:
                    label = self._scene.labels.get(node.roll.result)
                    yield RecordedRoll(source=self._source, by=self._by, label=label, roll=roll, hidden=node.hidden)
            case _Text():
                yield RuleQuoted(source=self._source, by=self._by, text=node.text)

    def _roll(self, data: _RollData | None) -> Generator[RecordingFault, None, PrintedRoll | None]:
        """The printed roll; None, with a fault, where it cannot be read or says another total than its own field."""
        if data is None:
            return None
        try:
            roll = parse_roll(data.result)
        except UnreadableRoll as error:
            yield RecordingFault(self._line, "unreadable-roll", sentence_of(error))
            return None
        if roll.total != data.total:
            text = worded(
                "“{result}” is printed for a roll whose total is given as {total}.",
                result=data.result,
                total=data.total,
            )
            yield RecordingFault(self._line, "contradiction", text)
            return None
        return roll

    def _target(self, node: _OneTarget) -> Being | None:
        targets = self._run.targets or ()
        if node.target_id is not None:
            name = self._names().get(node.target_id)
            return Being(name or node.target_id, node.target_id)
        if node.target_type == "self":
            return self._by
        if node.target_index is not None and 0 <= node.target_index < len(targets):
            return being(targets[node.target_index])
        return None

    def _names(self) -> dict[str, str]:
        sheets = (self._run.caster, *(each for each in self._run.targets or () if isinstance(each, SheetData)))
        return {**{sheet.id: sheet.name for sheet in sheets if sheet.id is not None}, **self._scene.names}
