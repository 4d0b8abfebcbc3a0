"""The names of fields in refusals are those under which they are sent."""

from __future__ import annotations

import pytest

from domain.commands import Envelope
from domain.play.deed import BadCommand, converted
from systems.registry import load


def test_a_refused_command_lists_its_fields_as_they_are_sent() -> None:
    for system in load(installed=[]).systems.values():
        for type, kind in system.kinds.items():
            with pytest.raises(BadCommand) as refused:
                converted(kind, Envelope(type=type, args={**kind.example, "no such field": 1}))
            names = ", ".join(kind.args.__struct_encode_fields__)
            right = f"the fields are {names}" if names else "it has no fields"
            assert str(refused.value) == f"{type}: `no such field` is no field here; {right}"
