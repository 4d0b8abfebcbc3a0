"""Answers about entries, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name, OpenQuestion, RollView
from retcon_client.kinds import Entry


class ChangedBy(msgspec.Struct, frozen=True, kw_only=True):
    """The revision that made an entry what it is, by whom and why. `because` is the entry it followed in a cascade."""

    revision: int
    member: str | None
    at: str | None
    reason: str | None
    because: int | None


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die on a tape: the `index`-th, from 0, that `roller` drew under `label` in its deed, showing `value`. `roller`
    is the reference of its roller, `label` the kind of the roll and, where one rolls for several, whom it is for
    (`damage/character/c-7`). A server's die has the `tokens` of both. Older dice have neither roller nor tokens:
    they are counted by label alone, which has handles. Where an entry of that time is restated, its tape has them
    once more by the roller, and `was` is the label and index that they were keyed to. `epoch` is the dice epoch
    whose amendment seed gave it; 0 for a die of another seed, and for one of the seed that older campaigns had for
    all their changed pasts. One that its roller drew before, in an entry that was struck, names that `first_draw`
    and has the tokens of it. Raises `DieOutOfRange` and `DieSeedInvalid`.
    """

    label: str
    index: int
    sides: int
    value: int
    source: str
    seed: str | None = None
    roller: str | None = None
    tokens: tuple[str, ...] = ()
    was: FirstKey | None = None
    epoch: int | None = None
    first_draw: FirstDraw | None = None


class EntryView(Entry, msgspec.Struct, frozen=True, kw_only=True):
    """An entry. `partial` is whether something of it is hidden from the viewer; `texts` are its free texts by key,
    whose words also stand where the keys stood; `unused` are the keys of responses that its command, finished, asked
    for nothing; `changed_by` is the revision that struck, amended, kept or restated it.
    """

    entry: int
    kind: str
    status: str
    partial: bool
    at: str
    clock: int | None
    session: int | None
    scene: int | None
    member: str
    by_gm: bool
    through: str | None
    command: Ordered | None
    deed: int
    answers: str | None
    unused: tuple[str, ...]
    place: StoryPlace | None
    revision: Revised | None
    changed_by: ChangedBy | None
    versions: int
    rolls: tuple[RollView, ...]
    tape: tuple[Die, ...]
    events: tuple[dict[str, Any], ...]
    decisions: tuple[OpenQuestion, ...]
    refusal: Refusal | None
    overruled: tuple[Refusal, ...]
    reason: str | None
    texts: dict[str, TextOf]
    rules_cited: dict[str, str]
    names: dict[str, Name]
    hash: str
    digest: str


class FirstDraw(msgspec.Struct, frozen=True, kw_only=True):
    """The first draw of a die: the deed's entry, which is struck since, and its index there."""

    entry: int
    index: int


class FirstKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key of an older die: its label with handles, and its index among all dice of the deed under it."""

    label: str
    index: int


class HiddenEntry(Entry, msgspec.Struct, frozen=True, kw_only=True):
    """An entry that the viewer may not see: only that it exists, as the chain covers it."""

    entry: int
    digest: str
    hidden: bool


class Ordered(msgspec.Struct, frozen=True, kw_only=True):
    """The command of an entry. `args` are for those who may know them: an answer's are its giver's."""

    type: str
    id: str
    encounter: str | None
    args: dict[str, Any] | None
    dice: dict[str, tuple[int, ...]] | tuple[int, ...]
    responses: dict[str, str] | None
    force: bool
    audience: str | tuple[str, ...]
    dice_source: str
    version: int


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """The reason why a command was not carried out, or the refusal that was overruled, in words the viewer may read."""

    rule: str
    sentence: str
    missing: str


class Revised(msgspec.Struct, frozen=True, kw_only=True):
    """The changes that a revision asked for, and those that followed: `{"entry", "to", "because"}` each, with the new
    command where it was amended and the viewer may see it.
    """

    changes: tuple[dict[str, Any], ...]
    withdraws: int | None
    inserts: tuple[dict[str, Any], ...]
    policy: str


class StoryPlace(msgspec.Struct, frozen=True, kw_only=True):
    """An entry's position in the story: directly after that one."""

    after: int


class TextOf(msgspec.Struct, frozen=True, kw_only=True):
    """A free text; None and `erased` where its words were erased."""

    text: str | None
    erased: bool
