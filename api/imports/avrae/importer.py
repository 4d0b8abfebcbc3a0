"""Importing a recording: read, told, retold as a campaign, and appended in one piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from api.imports.avrae.campaign import Retelling
from api.imports.avrae.deeds import in_deeds, rising
from api.imports.avrae.faults import Fault
from api.imports.avrae.happenings import CombatEnded, CombatStarted
from api.imports.avrae.log import read_log
from api.imports.avrae.narrative import Narrative, tell
from api.imports.avrae.people import People
from api.imports.avrae.report import ImportReport, NotWhole
from api.imports.avrae.scribe import Clock, Scribe
from domain.events.log import Rolled
from domain.ledger.draft import Draft
from domain.ledger.ledger import Ledger

SYSTEM = "freeform"

Progress = Callable[[int, int], None]
"""Is told how many happenings have been written down, and of how many."""


def import_avrae(
    ledger: Ledger,
    lines: Iterable[bytes],
    *,
    name: str,
    gm_account: str | None,
    strict: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Make a freeform campaign of a recording. It appears whole, at the very end, or not at all.

    `gm_account` is the member who becomes its game master beside the recording's own; without one that one alone is.
    What cannot be read is left out and reported by line. Raises NotWhole where it is to be `strict` and something is
    amiss; then nothing is written.
    """
    every = list(lines)
    log = read_log(every)
    narrative = tell(log)
    faults = (*narrative.faults, *_cut_off(narrative, len(every)))
    taken = {line for happening in narrative.happenings for line in happening.source.lines}
    report = ImportReport(
        campaign=None,
        name=name,
        faults=faults,
        taken=tuple(sorted(taken)),
        left=tuple(sorted(set(range(1, len(every) + 1)) - taken)),
    )
    if not narrative.happenings:
        return _strictly(report, strict=strict)
    return _Writing(ledger, narrative, report, gm_account).done(strict=strict, progress=progress)


def _strictly(report: ImportReport, *, strict: bool) -> ImportReport:
    if strict and not report.whole:
        raise NotWhole(report)
    return report


def _cut_off(narrative: Narrative, lines: int) -> Iterable[Fault]:
    """A recording runs from the beginning of a combat to its end; one that does not was cut, if between two lines."""
    if not any(isinstance(each, CombatStarted) for each in narrative.happenings):
        yield Fault(
            min(lines, 1), "cut-off", "No beginning of a combat is recorded; one stands before all its actions."
        )
    if not any(isinstance(each, CombatEnded) for each in narrative.happenings):
        yield Fault(max(lines, 1), "cut-off", "No end of the combat is recorded; the file is probably cut off here.")


class _Writing:
    """One import, from the first entry of the draft to its append."""

    def __init__(self, ledger: Ledger, narrative: Narrative, report: ImportReport, gm_account: str | None) -> None:
        self._happenings = in_deeds(narrative.happenings)
        self._times = rising([happening.source.at for happening in self._happenings])
        self._report = report
        self._clock = Clock(self._times[0])
        self._people = People(narrative.happenings, gm_account)
        # The ledger of an import is the same, with the recording's clock in place of its own.
        writing = Ledger(ledger.store, ledger.registry, self._clock)
        self._draft = writing.founding(report.name, SYSTEM, self._people.gm)
        self._scribe = Scribe(writing, self._draft, self._people, gm_account)
        self._retelling = Retelling(self._scribe, self._people, self._happenings)
        self._store = ledger.store

    def done(self, *, strict: bool, progress: Progress | None) -> ImportReport:
        first, last = self._happenings[0].source, self._happenings[-1].source
        self._scribe.enrol()
        self._scribe.write(msgspec.structs.replace(first, author=None), "open_session", {"title": self._report.name})
        for number, (happening, at) in enumerate(zip(self._happenings, self._times, strict=True), start=1):
            self._clock.at = at
            self._retelling.tell(happening)
            if progress is not None:
                progress(number, len(self._happenings))
        if any(isinstance(each, CombatEnded) for each in self._happenings):
            self._scribe.write(msgspec.structs.replace(last, author=None), "end_session", {})
        report = self._reported()
        if strict and not report.whole:
            raise NotWhole(report)
        self._store.append(self._draft.transaction())
        return report

    def _reported(self) -> ImportReport:
        records = [drafted.record for drafted in self._draft.drafted]
        commands = Counter(r.header.envelope.type for r in records if r.header.envelope is not None)
        combatants = self._retelling.combatants
        faults = sorted([*self._report.faults, *self._scribe.faults], key=lambda fault: fault.line)
        return msgspec.structs.replace(
            self._report,
            campaign=self._draft.campaign,
            entries=len(records),
            events=sum(len(record.events) for record in records),
            members=self._people.persons,
            characters=combatants.characters(),
            rolls=_rolls(self._draft),
            dice=sum(len(record.header.tape) for record in records),
            damages=commands[f"{SYSTEM}.damage"],
            states=self._retelling.check.states,
            differences=tuple(combatants.differences),
            faults=tuple(faults),
            whole=not faults,
        )


def _rolls(draft: Draft) -> int:
    return sum(isinstance(told.event, Rolled) for drafted in draft.drafted for told in drafted.happenings)
