"""Events as bytes: stable tags, versions, and upcasting of what older releases wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec

from domain.vocabulary import EVENTS, AnyEvent
from domain.vocabulary.base import Event
from domain.vocabulary.upcasts import UPCASTS

_TOPIC = re.compile(r"([a-z0-9_]+)(?:\.([2-9]|[1-9][0-9]+))?")
_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(AnyEvent)
_list_decoder = msgspec.json.Decoder(list[AnyEvent])
_classes: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in EVENTS}


class UnknownTag(LookupError):
    """Stored bytes of an event that this release does not know: written by a newer one, or damaged."""

    slug = "unknown-event"

    def __init__(self, topic: str) -> None:
        super().__init__(
            f"no event is called {topic!r} here; it was written by a newer release, or the bytes are damaged"
        )


def tag_of(event: Event) -> str:
    """The stable name under which this kind of event is stored and shown."""
    return str(event.__struct_config__.tag)


def component_of(tag: str) -> str:
    """The component whose instances events of this tag change; "" where there is no such event."""
    known = _classes.get(tag)
    return "" if known is None else known.component


def topic_of(event: Event) -> str:
    """The tag, with `.<version>` behind it from version 2 on."""
    version = type(event).version
    return tag_of(event) if version == 1 else f"{tag_of(event)}.{version}"


def topics_of(kind: type[Event]) -> list[str]:
    """Every topic under which events of this class lie, of all versions up to today's."""
    tag = str(kind.__struct_config__.tag)
    return [tag, *(f"{tag}.{version}" for version in range(2, kind.version + 1))]


def encode_event(event: Event) -> bytes:
    """Canonical JSON of the event, its tag within."""
    return _encoder.encode(event)


def decode_event(topic: str, body: bytes) -> Event:
    """The event as its class is now. Raises UnknownTag (also for the bytes of another event) or msgspec.DecodeError."""
    current, version = _filed_under(topic)
    if version > current.version:
        raise UnknownTag(topic)
    if version == current.version:
        event: Event = _decoder.decode(body)
        if type(event) is not current:
            raise UnknownTag(topic)
        return event
    fields = msgspec.json.decode(body)
    for step in range(version, current.version):
        fields = UPCASTS[str(current.__struct_config__.tag), step](fields)
    return msgspec.convert(fields, current)


def decode_events(topics: Sequence[str], bodies: Sequence[bytes]) -> Sequence[Event]:
    """The events that `decode_event` gives one by one; read at one go where all of them are of today's versions."""
    filed = {topic: _filed_under(topic) for topic in set(topics)}
    if all(version == kind.version for kind, version in filed.values()):
        with suppress(msgspec.DecodeError):  # one by one it shows which of them it is
            events: Sequence[Event] = _list_decoder.decode(b"[%b]" % b",".join(bodies))
            if [type(event) for event in events] == [filed[topic][0] for topic in topics]:
                return events
    return [decode_event(topic, body) for topic, body in zip(topics, bodies, strict=True)]


@lru_cache(maxsize=1024)
def _filed_under(topic: str) -> tuple[type[Event], int]:
    """The class and the version that a topic names. Raises UnknownTag."""
    parts = _TOPIC.fullmatch(topic)
    if parts is None or parts[1] not in _classes:
        raise UnknownTag(topic)
    return _classes[parts[1]], int(parts[2] or 1)
