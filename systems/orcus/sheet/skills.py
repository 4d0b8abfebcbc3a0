"""Skills: the ability that each leans on, and what training adds."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from domain.catalogue import CatalogueKind
from domain.rulebook import table
from systems.orcus.fields import Ability, Skill


class SkillRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """OR-SKILL-01, OR-SKILL-02: the ability that a skill leans on, and the uses that the rules name."""

    ability: Ability
    covers: tuple[str, ...] = ()


class _Skills(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skills: dict[Skill, SkillRow]


SKILLS: Final = table(__package__, "skills", _Skills).skills
CATALOGUE: Final = (
    CatalogueKind(name="skill", title="Skills", table=SKILLS, rules=("OR-SKILL-01",), labels={"covers": "also for"}),
)
ATTRIBUTES: Final = get_args(Skill)
