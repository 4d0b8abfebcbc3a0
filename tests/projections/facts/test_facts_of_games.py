"""Facts find out who acts in a command from its fields alone, so that they need no game; every game's commands are such."""

from msgspec.structs import fields

from domain.commands import Envelope, marked_fields
from domain.system import CommandSpec
from projections.facts.words import actor
from systems.registry import load

REGISTRY = load(installed=[])

COMMANDS = {
    type: spec
    for system in REGISTRY.systems.values()
    for type, spec in system.kinds.items()
    if spec.actor and not spec.asks  # whoever a question is about does nothing by that
}


def filled(spec: CommandSpec) -> dict[str, str]:
    """The args of a command in which each field that takes one creature names another one, by the field's own name."""
    sent = {field.name: field.encode_name for field in fields(spec.args)}
    marked = [each for each in marked_fields(spec.args) if each.mark == "ref" and not each.many]
    return {sent[each.field]: f"character/{each.field}" for each in marked if each.of in ("", "character")}


def test_facts_find_the_actor_of_every_command() -> None:
    assert COMMANDS
    args = {type: filled(spec) for type, spec in COMMANDS.items()}
    refs = {type: f"character/{spec.actor}" for type, spec in COMMANDS.items()}
    due = {type: ref if ref in args[type].values() else None for type, ref in refs.items()}
    assert {type: actor(Envelope(type=type, args=args[type])) for type in COMMANDS} == due
