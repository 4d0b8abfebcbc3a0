"""Rules that have changed since something was played: what only newer ones refuse, and what older ones had made of it."""

from __future__ import annotations

from domain.dice.supply import Roller
from domain.history.deciding import DeedPart, redecide
from domain.history.ledger_reader import LedgerReader
from domain.history.script import Script, redecided
from domain.history.worlds import Worlds
from domain.system import Registry


def played_under(reader: LedgerReader, worlds: Worlds, registry: Registry, bad: DeedPart, dice: Roller) -> int | None:
    """The version of the rules under which an entry was played that is refused now, where it is newer rules that refuse it.

    They do where today's refuse it by the same rule in the past as it was, in which it stands. `dice` are for what it
    would need only now; nobody is shown them.
    """
    header = reader.header(bad.entry)
    if bad.refusal is None or not reader.happenings(bad.entry):
        return None
    directive = reader.script.directive(header.deed)
    amended = directive.envelope if directive.how == "amend" else None
    before = reader.deed_script(header.deed, reader.script, (), amended)
    parts = redecide(worlds.as_it_was(), before, registry, dice)
    same = any(part.refusal is not None and part.refusal.rule == bad.refusal.rule for part in parts)
    return header.rules_version if same else None


def versions(reader: LedgerReader, wanted: Script) -> dict[int, int]:
    """The entries that are again what they were under other rules, each with the entry after which it was that: before the
    revision that changed its rules, or at one that did and is in force again.

    Where an entry has become something else since, it is decided again instead.
    """
    found: dict[int, int] = {}
    for entry in redecided(reader.script, wanted):
        if wanted.directive(entry).how in ("strike", "keep"):
            continue
        left, taken = reader.script.anew(entry), wanted.anew(entry)
        if left is None or reader.told_by(entry, left) == reader.happenings(entry):
            found[entry] = taken if taken is not None else (left or 1) - 1
    return found
