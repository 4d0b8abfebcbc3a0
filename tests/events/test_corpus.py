"""What any release has written is still read."""

from typing import get_args

import msgspec
import pytest

from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.expressions import AnyExpression
from domain.vocabulary.stored import decode_event, encode_event, topic_of
from tests.events.corpus import lines, missing

LINES = lines()
CURRENT = [line for line in LINES if topic_of(decode_event(line.topic, bytes(line.body))) == line.topic]


def test_every_event_is_in_the_corpus_in_its_version_of_today() -> None:
    assert [line.topic for line in missing()] == []


def test_no_event_is_there_twice_in_one_version() -> None:
    assert len({line.topic for line in LINES}) == len(LINES)


@pytest.mark.parametrize("part", [*get_args(AnyAnchor), *get_args(AnyExpression)])
def test_every_kind_of_anchor_and_of_expression_is_there(part: type[msgspec.Struct]) -> None:
    tag = f'"{part.__struct_config__.tag_field}":"{part.__struct_config__.tag}"'.encode()
    assert any(tag in bytes(line.body) for line in LINES)


def test_every_stored_event_is_still_read() -> None:
    events = {line.topic: decode_event(line.topic, bytes(line.body)) for line in LINES}
    again = {topic: decode_event(topic_of(event), encode_event(event)) for topic, event in events.items()}
    assert again == events


def test_every_event_of_todays_version_is_still_written_with_the_same_bytes() -> None:
    bodies = {line.topic: bytes(line.body) for line in CURRENT}
    assert {topic: encode_event(decode_event(topic, body)) for topic, body in bodies.items()} == bodies
