"""The bodies that commands come in, and the entries that come back."""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.commands import Envelope


class CommandRequest(Envelope, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command, and whether it is only to be tried: then nothing is written, and server dice are marked `preview`.

    Within a batch `dry_run` is the batch's to say.
    """

    dry_run: bool = False

    @property
    def envelope(self) -> Envelope:
        """The command alone, as the ledger takes it."""
        fields = {field: getattr(self, field) for field in Envelope.__struct_fields__}
        return Envelope(**fields)


class BatchRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands that are played in order, all of them or none."""

    commands: Annotated[tuple[CommandRequest, ...], msgspec.Meta(min_length=1, max_length=1000)]
    dry_run: bool = False
