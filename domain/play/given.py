"""A command as it is given in a campaign: by whose game's rules, and in the form its rule takes."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.aggregates import CAMPAIGN
from domain.commands import Command, Envelope
from domain.play.reading import World
from domain.shapes import hint
from domain.system import CommandSpec, Registry, System


class BadCommand(ValueError):
    """The command does not have the required form: a field is missing, unknown or of the wrong type."""

    slug = "bad-command"


def system_of(world: World, registry: Registry) -> System:
    """The system the campaign is played with. Raises UnknownSystem."""
    campaign: Any = world.aggregate(CAMPAIGN)
    return registry.system(campaign.ground["self"].system)


def converted(kind: CommandSpec, envelope: Envelope) -> Command:
    """The args of a stored command in the form their rule takes, upcast from an older version. Raises BadCommand."""
    version = envelope.version or 1
    if not 1 <= version <= kind.args.version:
        raise BadCommand(f"{envelope.type} has the versions 1 to {kind.args.version}, not version {version}")
    fields = kind.args.upcast(version, dict(envelope.args))
    try:
        return msgspec.convert(fields, kind.args)
    except msgspec.ValidationError as error:
        right = hint(kind.args, str(error)) or f"its fields are {', '.join(kind.args.__struct_fields__)}"
        raise BadCommand(f"{envelope.type}: {error}; {right}") from error


def sent(kind: CommandSpec, envelope: Envelope) -> Envelope:
    """A command as it was sent, with the version that its args are of: today's where it names none."""
    return msgspec.structs.replace(envelope, version=envelope.version or kind.args.version)


def stored_version(args: Command) -> int:
    """The version as it is stored with args of today's form: the first is left out."""
    return 0 if args.version == 1 else args.version
