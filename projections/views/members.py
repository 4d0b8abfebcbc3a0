"""The members of a group as its roster shows them: what the layout of their game asks for of each."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.aggregates import Enclave
from domain.layout import AnyMemberColumn, Dots, ListLayout, ScaleLayout, Values
from domain.visibility.view_fields import Fields, component_fields
from domain.visibility.world import VisibleWorld
from projections.values import SeenTrack, SeenValue, seen_track, seen_value


class GroupMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a group. `values` by path, `tracks` by name and `held` by component are those for which the layout of the
    game has columns, as far as the viewer may see them."""

    ref: str
    handle: str
    name: str
    kind: str
    role: str
    values: dict[str, SeenValue] = {}
    tracks: dict[str, SeenTrack] = {}
    held: dict[str, dict[str, Fields]] = {}


def members(visible: VisibleWorld, group: Enclave, columns: Sequence[AnyMemberColumn]) -> tuple[GroupMember, ...]:
    """The members of a group whom the viewer may know of, by name."""
    rows = (_member(visible, each.character, each.role, columns) for each in group.members.values())
    return tuple(sorted((each for each in rows if each is not None), key=lambda each: (each.name, each.handle)))


def _member(visible: VisibleWorld, ref: str, role: str, columns: Sequence[AnyMemberColumn]) -> GroupMember | None:
    seen = visible.aggregate(ref)
    if seen is None:
        return None
    profile = seen.profile["self"]
    values = dict.fromkeys(path for column in columns if isinstance(column, Values) for path in column.of)
    tracks = dict.fromkeys(name for column in columns if isinstance(column, Dots | ScaleLayout) for name in column.of)
    listed = dict.fromkeys(column.component for column in columns if isinstance(column, ListLayout))
    whole = visible.sees_sheet(ref)
    return GroupMember(
        ref=ref,
        handle=profile.handle,
        name=profile.name,
        kind=profile.kind,
        role=role,
        values={path: seen_value(visible, ref, path) for path in values if whole},
        tracks={name: seen_track(visible, ref, name, seen.tracks[name]) for name in tracks if name in seen.tracks},
        held={component: component_fields(visible, ref, component) for component in listed},
    )
