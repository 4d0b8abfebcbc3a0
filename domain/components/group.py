"""The components of an enclave: the group's people, their errands, and what they know."""

from __future__ import annotations

from typing import ClassVar

from domain.components.anchors import AnyAnchor
from domain.components.base import Instance


class Membership(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A character's place in the group."""

    character: str
    role: str = ""


class Follower(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A follower, underling or group of them. `tapped_until` is what brings them back; `cap` what they count against."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    of: str = ""
    count: int = 1
    state: str = "ready"
    tapped_until: AnyAnchor | None = None
    cap: str = ""
    passives: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Asset(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Something the group has that is no item: a building, a contact, a vehicle pool, an upgrade."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    level: int = 0
    state: str = ""
    quantity: int = 1


class Mission(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An errand with its details. `details` name what is settled: nominated values, advance rolls, participants."""

    narrowed_by: ClassVar[str | None] = "state"

    kind: str = ""
    state: str = "planned"
    participants: tuple[str, ...] = ()
    details: dict[str, str] = {}


class Grid(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The intelligence grid about a target: rows and columns of cells that are unlocked one by one."""

    target: str
    rows: int
    columns: int
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    strikes: int = 0
    depth: int = 0


class Cell(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A cell of a grid. `truth` is the game master's; `shown` is what those in `known_by` believe; named `<grid>/<row>/<column>`.

    `price` is the target number or tier that unlocks it. `node` joins cells that gather into one deeper thing.
    """

    narrowed_by: ClassVar[str | None] = "grid"

    grid: str
    row: int
    column: int
    truth: str = ""
    shown: str = ""
    price: int | None = None
    blocked: bool = False
    node: str = ""
    known_by: tuple[str, ...] = ()
    state: str = "closed"
