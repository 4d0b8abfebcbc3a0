"""Importing a recording: read, told, retold as a campaign, and appended in one piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from uuid import UUID, uuid5

import msgspec

from api.imports.avrae.recording.log import read_log
from api.imports.avrae.recording.report import ImportReport, NotWhole, RecordedPerson
from api.imports.avrae.retelling.campaign import Retelling
from api.imports.avrae.retelling.deeds import in_deeds, rising
from api.imports.avrae.retelling.people import AVRAE, People
from api.imports.avrae.retelling.scribe import Scribe, ScribeClock
from api.imports.avrae.story.happenings import CombatEnded, CombatStarted
from api.imports.avrae.story.narrative import Narrative, tell
from domain.ledger.ledger import Ledger
from domain.ledger.playing.draft import Draft
from domain.vocabulary.log import Rolled

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
    introduce: Callable[[tuple[RecordedPerson, ...]], None] | None = None,
    progress: Progress | None = None,
    is_known: Callable[[UUID], bool] = lambda _: True,
) -> ImportReport:
    """Make a freeform campaign of a recording. It appears whole, at the very end, or not at all.

    `gm_account` is the member who becomes its game master beside the recording's own; without one that one alone is.
    `introduce` is told of its members right before it appears, and `is_known` whether a campaign may be named. Lines
    that cannot be read are left out and reported. Raises NotWhole where it is to be `strict` and something is amiss;
    then nothing is written.
    """
    every = list(lines)
    log = read_log(every)
    narrative = tell(log)
    taken = {line for happening in narrative.happenings for line in happening.source.lines}
    report = ImportReport(
        campaign=None,
        name=name,
        faults=narrative.faults,
        taken=tuple(sorted(taken)),
        left=tuple(sorted(set(range(1, len(every) + 1)) - taken)),
        earlier=tuple(filter(is_known, earlier_imports(ledger, narrative.combats))),
    )
    if not narrative.happenings:
        return _strictly(report, strict=strict)
    writing = _Writing(ledger, narrative, report, gm_account)
    return writing.done(strict=strict, introduce=introduce, progress=progress)


def earlier_imports(ledger: Ledger, combats: Sequence[str]) -> tuple[UUID, ...]:
    """The campaigns that came of an import which began with the same combat, oldest first."""
    return tuple(ledger.store.campaigns_with([_import_of(combats)])) if combats else ()


def _import_of(combats: Sequence[str]) -> str:
    """Return the command id of a recording's first entry: it depends on the combats alone, not on the importer or the
    time.
    """
    return str(uuid5(AVRAE, f"recording {combats[0]}"))


def _strictly(report: ImportReport, *, strict: bool) -> ImportReport:
    if strict and not report.whole:
        raise NotWhole(report)
    return report


class _Writing:
    """One import, from the first entry of the draft to its append."""

    def __init__(self, ledger: Ledger, narrative: Narrative, report: ImportReport, gm_account: str | None) -> None:
        self._happenings = in_deeds(narrative.happenings)
        self._times = rising([happening.source.at for happening in self._happenings])
        self._report = report
        self._clock = ScribeClock(self._times[0])
        self._people = People(narrative.happenings, gm_account)
        # The ledger of an import is the same, with the recording's clock in place of its own.
        writing = Ledger(ledger.store, ledger.registry, self._clock)
        self._draft = writing.founding(report.name, SYSTEM, self._people.gm)
        self._scribe = Scribe(writing, self._draft, self._people, gm_account)
        self._retelling = Retelling(self._scribe, self._people, self._happenings)
        self._store = ledger.store
        self._made_by = _import_of(narrative.combats)

    def done(
        self, *, strict: bool, introduce: Callable[[tuple[RecordedPerson, ...]], None] | None, progress: Progress | None
    ) -> ImportReport:
        first, last = self._happenings[0].source, self._happenings[-1].source
        self._scribe.enrol(self._made_by)
        self._scribe.write(msgspec.structs.replace(first, author=None), "open_session", {"title": self._report.name})
        for number, (happening, at) in enumerate(zip(self._happenings, self._times, strict=True), start=1):
            self._clock.at = at
            self._retelling.tell(happening)
            if progress is not None:
                progress(number, len(self._happenings))
        outline = [each for each in self._happenings if isinstance(each, CombatStarted | CombatEnded)]
        if outline and isinstance(outline[-1], CombatEnded):
            self._scribe.write(msgspec.structs.replace(last, author=None), "end_session", {})
        report = self._reported()
        if strict and not report.whole:
            raise NotWhole(report)
        if introduce is not None:
            introduce(report.members)
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
    return sum(isinstance(happening.event, Rolled) for drafted in draft.drafted for happening in drafted.emitted)
