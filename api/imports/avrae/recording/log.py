"""From lines of bytes to typed events. Every line ends up as exactly one event or exactly one fault."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from api.imports.avrae.recording.events import LogEvent
from api.imports.avrae.recording.faults import FaultKind, RecordingFault
from domain.messages import text as worded

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class LogLine(msgspec.Struct, frozen=True):
    """An event and the line it stood in, counted from 1."""

    number: int
    event: LogEvent


class LogReading(msgspec.Struct, frozen=True):
    """All whole lines in their order, the faults of all others, and how often each unknown type of event occurred."""

    lines: tuple[LogLine, ...]
    faults: tuple[RecordingFault, ...]
    unknown_types: dict[str, int]


class _Envelope(msgspec.Struct, frozen=True):
    event_type: str


_object = msgspec.json.Decoder(dict[str, msgspec.Raw])
_envelope = msgspec.json.Decoder(_Envelope)
_event = msgspec.json.Decoder(LogEvent)
_known_types = frozenset(str(event.__struct_config__.tag) for event in LogEvent.__args__)


def read_log(lines: Iterable[bytes]) -> LogReading:
    """Reads line by line and never raises; a line that is cut off, foreign or incomplete becomes a fault."""
    read: list[LogLine] = []
    faults: list[RecordingFault] = []
    unknown: Counter[str] = Counter()
    for number, raw in enumerate(lines, start=1):
        line = raw.removeprefix(_BYTE_ORDER_MARK) if number == 1 else raw
        match _read_line(number, line):
            case LogLine() as whole:
                read.append(whole)
            case RecordingFault(kind="unknown-event") as fault:
                faults.append(fault)
                unknown[_envelope.decode(line).event_type] += 1
            case RecordingFault() as fault:
                faults.append(fault)
    return LogReading(lines=tuple(read), faults=tuple(faults), unknown_types=dict(unknown))


def _read_line(number: int, raw: bytes) -> LogLine | RecordingFault:
    if not raw.strip():
        return RecordingFault(
            number, "blank-line", worded("The line is empty; each line holds one event as a JSON object.")
        )
    kind: FaultKind = "broken-json"
    try:
        # Three decodings, each with its own meaning of failure: not JSON, JSON without a type, a type without its fields.
        msgspec.json.decode(raw)
        kind = "not-an-object"
        _object.decode(raw)
        kind = "wrong-shape"
        event_type = _envelope.decode(raw).event_type
        if event_type not in _known_types:
            known = ", ".join(sorted(_known_types))
            return RecordingFault(
                number,
                "unknown-event",
                worded("The event type “{type}” is unknown; known are {known}.", type=event_type, known=known),
            )
        return LogLine(number, _event.decode(raw))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return RecordingFault(number, kind, _sentence(kind, error))


def _sentence(kind: FaultKind, error: Exception) -> str:
    match kind:
        case "broken-json":
            return worded(
                "The line is not complete JSON ({error}); it was probably cut off or overwritten.", error=error
            )
        case "not-an-object":
            return worded("The line is JSON but not an object; an event is an object with an `event_type`.")
        case _:
            return worded("The event lacks something or holds something else than expected: {error}.", error=error)
