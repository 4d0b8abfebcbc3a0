"""Accepting a command: its kind, its rights, its arguments, the things it names, and the words it carries.

The stored command has ids for handles and keys for free text. Its rights are never checked again: a revision decides an
accepted command again by its rule, not by who may give it now.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate, Campaign
from domain.commands import (
    Command,
    DiceSource,
    Envelope,
    Marked,
    Planned,
    marked_fields,
    with_fields,
    with_planned,
)
from domain.ledger.playing import encounters
from domain.ledger.playing.references import UnknownThing, closest_handles, keyed, labelled, nothing_called
from domain.ledger.reading.heads import load_together
from domain.messages import text
from domain.play.deed import BadCommand, converted, holding_up, sent, stored_version, system_of
from domain.play.reading import TrackedReads, World
from domain.play.refusals import Refused
from domain.records.chain import SALT_BYTES, text_digest
from domain.system import CommandSpec, Registry, System
from domain.visibility.audience import Viewer
from domain.visibility.world import VisibleWorld
from domain.vocabulary.chronicle import Role
from domain.vocabulary.expressions import Expression
from domain.vocabulary.lifecycle import CampaignState, state_of

NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""The JSON spelling of the character that databases cannot hold; after another backslash it is only these letters."""

_encoder = msgspec.json.Encoder(order="deterministic")
_marked: dict[type[Command], tuple[Marked, ...]] = {}


class Actor(msgspec.Struct, frozen=True):
    """The giver of a command: a member with a role, and the account of the program that acts for them, if one does."""

    member: str
    role: Role
    through: str | None = None

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"


class NotAllowed(Exception):
    """The member's role, or what they own, does not allow the command."""

    slug = "not-allowed"


class ClosedCampaign(Exception):
    """The campaign is closed: it takes no command and no change of the past. Nothing was written."""

    slug = "campaign-closed"

    def __init__(self) -> None:
        super().__init__(
            "this campaign is closed: nothing new is played in it, and its past is not changed; a game master can reopen "
            "it (`retcon reopen`, or PATCH the campaign with the state open)"
        )


class Words(msgspec.Struct, frozen=True):
    """The free texts of an entry with their salts and digests, in the order of their keys."""

    texts: tuple[str, ...] = ()
    salts: tuple[bytes, ...] = ()
    digests: tuple[str, ...] = ()


class AcceptedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command that may be decided: `envelope` as it is stored, `args` in the form the rule takes."""

    kind: CommandSpec
    envelope: Envelope
    args: Command
    words: Words


def checked_id(command_id: str) -> str:
    """The command's id in canonical form. Raises BadCommand where it is no UUID."""
    try:
        return str(UUID(command_id))
    except ValueError as error:
        template = "the command id {id!r} is no UUID; make one for each new command"
        raise BadCommand(text(template, id=command_id)) from error


def accept(
    world: World, registry: Registry, actor: Actor, envelope: Envelope, entry: int, *, first_text: int = 0
) -> AcceptedCommand:
    """Check and resolve a command for entry `entry`; each free text gets a salt of its own, and a key from `first_text`.

    Raises UnknownCommand, BadCommand, UnknownThing, NotAllowed, and Refused where its encounter is not clear.
    """
    kind = registry.kind(system_of(world, registry), envelope.type)
    if NUL.search(_encoder.encode(envelope)):
        raise BadCommand("the command holds the character U+0000, which is part of no text; leave it out")
    settling = _Settling(world, registry, actor, _Texts(entry, first_text))
    args = settling.settled(kind, converted(kind, sent(kind, envelope)), envelope)
    args = _as_stored(kind, with_planned(args, settling.planned))
    reason = settling.texts.key(envelope.reason) if envelope.reason else None
    encounter = settling.encounter(kind, args, envelope.encounter)
    stored = msgspec.structs.replace(
        envelope,
        id="",
        encounter=encounter,
        args=msgspec.to_builtins(args),
        dice=envelope.dice and labelled(world, settling.viewer, envelope.dice),
        responses=settling.keyed(kind, args, envelope.responses),
        reason=reason,
        expected_entry=None,
        version=stored_version(args),
    )
    return AcceptedCommand(kind=kind, envelope=stored, args=args, words=salted(settling.texts.words))


def check_open(world: World) -> None:
    """Check that something new may be played in a campaign. Raises ClosedCampaign."""
    if current_state(world) != "open":
        raise ClosedCampaign


def current_state(world: World) -> CampaignState:
    """Return the state of a world's campaign."""
    campaign = world.aggregate(CAMPAIGN)
    assert isinstance(campaign, Campaign), "every ledger has its campaign"
    return state_of(campaign.lifecycle) if campaign.lifecycle else "open"


def check_sent(world: World, envelope: Envelope) -> None:
    """Check what the campaign, as it stands now, has to say of a command: whom it is for, and its typed dice.

    Raises UnknownThing, Refused.
    """
    if isinstance(envelope.audience, tuple):
        for member in envelope.audience:
            _member(world.aggregate(CAMPAIGN), member)
    carried = [dice for name in envelope.args for dice in _dice_within(envelope.args[name])]
    check_typed(world, envelope.dice or next(filter(None, carried), ()), envelope.dice_source)


def check_responses(world: World, registry: Registry, envelopes: Iterable[Envelope]) -> None:
    """Check that what commands, or commands that they carry, answer in advance is of kinds of questions that the game
    declares, or asked by the command itself. Whether it is asked shows when it is played. Raises UnknownCommand, BadCommand.
    """
    system = system_of(world, registry)
    if system.question_kinds is None:
        return
    for envelope in envelopes:
        _check_responses(registry, system, envelope.type, envelope.args, envelope.responses)
        for args in envelope.args.values():
            for carried in _carried(args):
                given, answers = carried.get("args"), carried.get("responses")
                if isinstance(given, dict) and isinstance(answers, dict):
                    _check_responses(registry, system, str(carried["type"]), given, answers)


def _check_responses(
    registry: Registry, system: System, type: str, args: Mapping[str, Any], responses: Mapping[str, str]
) -> None:
    asks = registry.kind(system, type).asks if responses else ""
    own = args.get(asks) if asks else None
    unknown = [key for key in responses if key != own and registry.question_kind(system, key) is None]
    if unknown:
        kinds = ", ".join(name for name, kind in sorted(registry.question_kinds(system).items()) if not kind.titled)
        template = "{system} asks no questions of the kind of the responses {listed}; there are {kinds}"
        raise BadCommand(text(template, system=system.name, listed=", ".join(map(repr, sorted(unknown))), kinds=kinds))


def check_typed(world: World, dice: Any, source: DiceSource = "table") -> None:
    """Check that a campaign whose dice are the server's alone is sent none that a person typed. Raises Refused."""
    campaign: Any = world.aggregate(CAMPAIGN)
    given = any(dice.values()) if isinstance(dice, dict) else bool(dice)
    if given and source == "table" and campaign.ground["self"].options.get("dice") == "server":
        raise Refused("typed-dice", "In this campaign the server rolls every die: leave `dice` out.")


def _dice_within(args: Any) -> Iterator[Any]:
    """The dice that come with commands which a command carries."""
    for one in _carried(args):
        yield one.get("dice")


def _carried(args: Any) -> Iterator[dict[str, Any]]:
    """The commands that a command carries in one of its fields, as they were sent."""
    for one in args if isinstance(args, list | tuple) else ():
        if isinstance(one, dict) and "type" in one:
            yield one


class _Settling:
    """Settles what a command names and says, and whether its sender may; also of the commands that it carries."""

    def __init__(self, world: World, registry: Registry, actor: Actor, texts: _Texts) -> None:
        self.world, self.registry, self.actor, self.texts = world, registry, actor, texts
        self.viewer = viewer_of(world, actor)

    def settled(self, kind: CommandSpec, args: Command, envelope: Envelope) -> Command:
        """The args with references for handles and keys for texts."""
        marks, campaign = _marks(kind), self.world.aggregate(CAMPAIGN)
        args = with_fields(args, marks, "ref", lambda field, name: resolve(self.world, self.viewer, name, field.of))
        args = with_fields(args, marks, "whom", lambda _, words: self._known(words))
        args = with_fields(args, marks, "path", lambda _, path: self._in_full(path))
        args = with_fields(args, marks, "member", lambda _, name: _member(campaign, name))
        _check_rights(self.world, self.actor, kind, args, envelope)
        return with_fields(args, marks, "text", lambda _, words: self.texts.key(words))

    def _known(self, words: str) -> str:
        """Return the reference of the character with this name, if the sender may know of them; else the words."""
        try:
            return resolve(self.world, self.viewer, words, "")
        except UnknownThing:
            return words

    def _in_full(self, path: str) -> str:
        """A path with the reference for the handle that it begins with; what has nothing behind that is none, and stays."""
        name, dot, inside = path.partition(".")
        return f"{resolve(self.world, self.viewer, name, '')}.{inside}" if dot else path

    def encounter(self, kind: CommandSpec, args: Command, named: str | None) -> str | None:
        """The encounter that the command belongs to: the one it names, else the one that follows from who acts in it."""
        enveloped = resolve(self.world, self.viewer, named, "encounter") if named else None
        inside: str | None = getattr(args, "encounter", None)
        if not (enveloped or inside or kind.scene):
            return None
        given = encounters.one_of(enveloped, inside)
        if given is not None or not kind.scene:
            return given
        visible, bonds = (
            VisibleWorld(self.world, self.viewer),
            self.registry.bonds(system_of(self.world, self.registry)),
        )
        return encounters.of_command(visible, kind, args, _marks(kind), bonds)

    def planned(self, carried: Planned) -> Planned:
        """A carried command, settled like one that is given now."""
        kind = self.registry.kind(system_of(self.world, self.registry), carried.type)
        given = sent(kind, Envelope(type=carried.type, args=carried.args, version=carried.version))
        args = self.settled(kind, converted(kind, given), given)
        return msgspec.structs.replace(
            carried,
            args=msgspec.to_builtins(args),
            dice=carried.dice and labelled(self.world, self.viewer, carried.dice),
            version=stored_version(args),
            responses=self.keyed(kind, args, carried.responses),
        )

    def keyed(self, kind: CommandSpec, args: Command, responses: Mapping[str, str]) -> dict[str, str]:
        """Answers that come with a command, with their keys as they are stored."""
        if not responses:
            return {}
        own = str(getattr(args, kind.asks)) if kind.asks else None
        return keyed(self.world, self.registry, self.viewer, responses, own)


def resolve(world: World, viewer: Viewer, name: str, of: str) -> str:
    """The reference behind a handle, an id, a name (ignoring case, where it is unique) or a reference.

    Raises UnknownThing, in the same words where the viewer may not know that it exists.
    """
    campaign: Any = world.aggregate(CAMPAIGN)
    handles = campaign.handles
    wanted = name.strip().lower()
    refs = {
        h.ref for key, h in handles.items() if wanted in (key, h.ref, h.ref.partition("/")[2]) and of in ("", h.kind)
    }
    if not refs:
        refs = {h.ref for h in handles.values() if wanted == h.folded and of in ("", h.kind)}
    visible = VisibleWorld(world, viewer)
    refs = {ref for ref in refs if TrackedReads(world, None).exists(ref) and visible.knows(ref)}
    if len(refs) > 1:
        template = "{name!r} names several of them; use one of the handles {known}"
        raise UnknownThing(text(template, name=name, known=", ".join(_known(handles, refs))))
    if not refs:
        raise UnknownThing(nothing_called(name, of, closest_handles(world, visible, name, of)))
    return str(refs.pop())


def viewer_of(world: World, actor: Actor) -> Viewer:
    """The actor as someone who looks: with the characters they play."""
    campaign: Any = world.aggregate(CAMPAIGN)
    if actor.is_gm or campaign is None:
        return Viewer(actor.member, actor.role)
    refs = [handle.ref for handle in campaign.handles.values() if handle.kind == "character"]
    load_together(world, refs)
    owned = frozenset(ref for ref in refs if actor.member in _owners(world.aggregate(ref)))
    return Viewer(actor.member, actor.role, owned)


def _owners(aggregate: Aggregate | None) -> tuple[str, ...]:
    profile = None if aggregate is None else aggregate.profile.get("self")
    return () if profile is None else profile.owners


def _known(handles: dict[str, Any], refs: set[str]) -> list[str]:
    return sorted(key for key, handle in handles.items() if handle.ref in refs)


def _member(campaign: Any, name: str) -> str:
    if name != "gm" and not campaign.takes_part(name):
        raise UnknownThing(text("there is no member {name!r} in this campaign", name=name))
    return name


def _check_rights(world: World, actor: Actor, kind: CommandSpec, args: Command, envelope: Envelope) -> None:
    if actor.is_gm:
        return
    if actor.role == "observer":
        raise NotAllowed("observers only watch; ask the game master for a player's role")
    if envelope.force or envelope.dice_source != "table":
        raise NotAllowed(
            "only a game master overrules a rule, sets dice or imports them; leave out `force` and `dice_source`"
        )
    if kind.by == "gm":
        raise NotAllowed(text("{kind} is the game master's to give; ask them to", kind=kind.name))
    if any(isinstance(getattr(args, field), Expression) for field in args.__struct_fields__):
        raise NotAllowed("only the game master may give a formula, because it may use hidden values; give an amount")
    acting = getattr(args, kind.actor, None) if kind.actor else None
    if kind.by == "owner" and (not acting or actor.member not in _owners(world.aggregate(acting))):
        template = "only that character's player and the game master may give {kind}; ask one of them"
        raise NotAllowed(text(template, kind=kind.name))


def _as_stored(kind: CommandSpec, args: Command) -> Command:
    """Return the args as the ledger will return them: a mapping's keys in alphabetical order. So a rule that goes
    through one does so in the same order in every decision.
    """
    return msgspec.json.decode(_encoder.encode(args), type=kind.args)


class _Texts:
    """The free texts of an entry, keyed in the order in which they are met."""

    def __init__(self, entry: int, first: int) -> None:
        self.words: list[str] = []
        self._entry, self._first = entry, first

    def key(self, words: str) -> str:
        """Keep a text; the key that stands for it."""
        self.words.append(words)
        return f"{self._entry}.{self._first + len(self.words) - 1}"


def salted(texts: list[str]) -> Words:
    """Free texts with a fresh salt and digest each."""
    salts = tuple(secrets.token_bytes(SALT_BYTES) for _ in texts)
    digests = tuple(text_digest(salt, words) for salt, words in zip(salts, texts, strict=True))
    return Words(tuple(texts), salts, digests)


def _marks(kind: CommandSpec) -> tuple[Marked, ...]:
    if kind.args not in _marked:
        _marked[kind.args] = marked_fields(kind.args)
    return _marked[kind.args]


def waiting_on(world: World, accepted: AcceptedCommand) -> Refused | None:
    """Why the command must wait: a deed in its encounter, or of a character it names, still needs an answer."""
    if accepted.kind.open_while_waiting:
        return None
    named = {accepted.envelope.encounter or ""}
    for field in _marks(accepted.kind):
        value = getattr(accepted.args, field.field) if field.mark == "ref" else None
        named |= set(value) if isinstance(value, tuple) else {value or ""}
    for ref in sorted(named - {""}):
        for question in holding_up(world, ref):
            sentence = text("A decision is open there: answer it, undo the deed, or let the game master close it.")
            more = text("{before} It is {key!r} of deed {deed}.", before=sentence, key=question.key, deed=question.deed)
            return Refused("deed-waiting", sentence, more)
    return None
