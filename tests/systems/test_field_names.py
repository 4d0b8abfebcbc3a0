"""The names of fields in refusals are those under which they are sent."""

from __future__ import annotations

from contextlib import suppress

from domain.commands import Envelope
from domain.play.deed import BadCommand, converted
from systems.registry import load

_FIELDS = "its fields are "


def test_a_refused_command_lists_its_fields_as_they_are_sent() -> None:
    wrong: dict[str, str] = {}
    for system in load(installed=[]).systems.values():
        for type, kind in system.kinds.items():
            names = kind.args.__struct_encode_fields__
            for field in names[:1]:
                try:
                    converted(kind, Envelope(type=type, args={field: {"": [[]]}}))
                except BadCommand as refused:
                    with suppress(ValueError):
                        listed = str(refused)[str(refused).index(_FIELDS) + len(_FIELDS) :]
                        if listed != ", ".join(names):
                            wrong[type] = listed
    assert wrong == {}
