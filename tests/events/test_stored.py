"""Events come back from their bytes as they were, in this release and from older ones."""

import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.vocabulary import AnyEvent, upcasts
from domain.vocabulary.base import Event
from domain.vocabulary.stored import UnknownTag, decode_event, decode_events, encode_event, tag_of, topic_of, topics_of
from domain.vocabulary.values import PointGained, PointSpent, TrackOpened
from tests.events.strategies import EVERY_EVENT, events


def concrete(kind: type[Event]) -> set[type[Event]]:
    """The classes of events below this one that have none below them."""
    below = {kind for kind in kind.__subclasses__() if kind.__module__.startswith("domain.")}
    return set().union(*map(concrete, below)) if below else {kind}


def spent(amount: int) -> bytes:
    return encode_event(PointSpent(name="hp", amount=amount))


@pytest.fixture
def third_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """PointSpent as if its amount had first been called `points`, then been counted in halves."""

    def renamed(fields: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in fields.items() if k != "points"}, "amount": fields["points"]}

    def doubled(fields: dict[str, Any]) -> dict[str, Any]:
        return fields | {"amount": 2 * fields["amount"]}

    monkeypatch.setattr(PointSpent, "version", 3)
    monkeypatch.setitem(upcasts.UPCASTS, ("point_spent", 1), renamed)
    monkeypatch.setitem(upcasts.UPCASTS, ("point_spent", 2), doubled)


class TestTheUnion:
    def test_the_union_holds_every_concrete_event(self) -> None:
        assert set(EVERY_EVENT) == concrete(Event)

    def test_the_union_holds_no_event_twice(self) -> None:
        assert [kind for kind, times in Counter(EVERY_EVENT).items() if times > 1] == []

    def test_no_two_events_share_a_tag(self) -> None:
        tags = Counter(kind.__struct_config__.tag for kind in EVERY_EVENT)
        assert [tag for tag, times in tags.items() if times > 1] == []

    def test_a_tag_is_given_and_not_made_from_the_name_of_a_class(self) -> None:
        tags = {kind: str(kind.__struct_config__.tag) for kind in EVERY_EVENT}
        assert [tag for kind, tag in tags.items() if tag == kind.__name__] == []
        assert [tag for tag in tags.values() if not tag.isidentifier() or tag != tag.lower()] == []


class TestRoundTrip:
    @pytest.mark.parametrize("kind", EVERY_EVENT)
    @settings(max_examples=8)
    @given(data=st.data())
    def test_an_event_comes_back_equal(self, kind: type[Event], data: st.DataObject) -> None:
        event = data.draw(events(kind))
        assert decode_event(topic_of(event), encode_event(event)) == event

    @pytest.mark.parametrize("kind", EVERY_EVENT)
    @settings(max_examples=2)
    @given(data=st.data())
    def test_the_bytes_of_an_event_come_back_the_same(self, kind: type[Event], data: st.DataObject) -> None:
        body = encode_event(data.draw(events(kind)))
        assert encode_event(decode_event(str(kind.__struct_config__.tag), body)) == body

    def test_what_is_left_at_its_default_takes_no_room(self) -> None:
        assert spent(2) == b'{"type":"point_spent","name":"hp","amount":2}'

    def test_the_order_in_which_data_was_set_leaves_no_trace(self) -> None:
        forth, back = ({"a": 1, "b": 2}, {"b": 2, "a": 1})
        track = {"type": "track_opened", "name": "hp"}
        bodies = [msgspec.json.encode(track | {"track": {"current": 1, "data": data}}) for data in (forth, back)]
        assert len({encode_event(decode_event("track_opened", body)) for body in bodies}) == 1


class TestVersions:
    def test_the_topic_of_a_first_version_is_the_tag(self) -> None:
        assert topic_of(PointSpent(name="hp", amount=1)) == "point_spent"

    @pytest.mark.usefixtures("third_version")
    def test_the_topic_of_a_later_version_says_which(self) -> None:
        event = PointSpent(name="hp", amount=1)
        assert (topic_of(event), tag_of(event)) == ("point_spent.3", "point_spent")

    @pytest.mark.usefixtures("third_version")
    def test_an_event_of_the_first_version_takes_every_step_up(self) -> None:
        body = b'{"type":"point_spent","name":"hp","points":2,"rules":["R-1"]}'
        assert decode_event("point_spent", body) == PointSpent(name="hp", amount=4, rules=("R-1",))

    @pytest.mark.usefixtures("third_version")
    def test_an_event_of_the_version_before_takes_one_step_up(self) -> None:
        assert decode_event("point_spent.2", spent(2)) == PointSpent(name="hp", amount=4)

    @pytest.mark.usefixtures("third_version")
    def test_an_event_of_todays_version_is_taken_as_it_is(self) -> None:
        assert decode_event("point_spent.3", spent(2)) == PointSpent(name="hp", amount=2)

    @pytest.mark.usefixtures("third_version")
    def test_a_step_up_that_ends_in_the_wrong_form_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(upcasts.UPCASTS, ("point_spent", 2), lambda fields: fields | {"amount": "two"})
        with pytest.raises(msgspec.ValidationError, match="amount"):
            decode_event("point_spent.2", spent(2))

    @pytest.mark.usefixtures("third_version")
    def test_every_topic_of_an_event_is_known_here(self) -> None:
        assert topics_of(PointSpent) == ["point_spent", "point_spent.2", "point_spent.3"]


class TestManyAtOnce:
    @given(st.lists(st.sampled_from(EVERY_EVENT).flatmap(events), max_size=20))
    def test_many_events_at_once_come_back_as_one_by_one(self, many: list[Event]) -> None:
        assert decode_events(list(map(topic_of, many)), list(map(encode_event, many))) == many

    @pytest.mark.usefixtures("third_version")
    def test_events_of_older_versions_among_many_take_every_step_up(self) -> None:
        older = b'{"type":"point_spent","name":"hp","points":2}'
        events = decode_events(["point_spent.3", "point_spent", "point_spent.2"], [spent(1), older, spent(3)])
        assert events == [PointSpent(name="hp", amount=amount) for amount in (1, 4, 6)]

    def test_a_topic_that_no_event_has_is_unknown(self) -> None:
        with pytest.raises(UnknownTag, match="point_lent"):
            decode_events(["point_spent", "point_lent"], [spent(1), spent(2)])

    def test_a_body_filed_under_another_events_topic_is_told(self) -> None:
        with pytest.raises(UnknownTag, match="point_gained"):
            decode_events(["point_spent", "point_gained"], [spent(1), spent(2)])

    @pytest.mark.parametrize("body", [b"", b"{", b"null", b"[]", b"{}", spent(2) + b"," + spent(3), b"\xff"])
    def test_a_body_of_another_form_is_told_as_alone(self, body: bytes) -> None:
        with pytest.raises(msgspec.DecodeError) as alone:
            decode_event("point_spent", body)
        with pytest.raises(msgspec.DecodeError, match=re.escape(str(alone.value))):
            decode_events(["point_spent"] * 3, [spent(1), body, spent(1)])


class TestDamage:
    @pytest.mark.parametrize("topic", ["?", "point", "PointSpent", "point_spent.2", "point_spent.99", "log.1"])
    def test_a_topic_that_no_event_has_is_unknown(self, topic: str) -> None:
        with pytest.raises(UnknownTag, match=re.escape(topic)):
            decode_event(topic, spent(2))

    @pytest.mark.parametrize("suffix", ["x", "0", "1", "-1", "1.1", " 1", "²", ""])
    def test_bug_a_version_that_is_no_number_was_no_unknown_topic(self, suffix: str) -> None:
        with pytest.raises(UnknownTag):
            decode_event(f"point_spent.{suffix}", spent(2))

    def test_bug_a_body_filed_under_another_events_topic_was_taken_for_what_it_was(self) -> None:
        with pytest.raises(UnknownTag, match="point_gained"):
            decode_event("point_gained", spent(2))

    @pytest.mark.parametrize("body", [b"", b"{", b"null", b"[]", b"{}", b'{"type":"point_spent"}', b"\xff"])
    def test_a_body_of_another_form_is_told(self, body: bytes) -> None:
        with pytest.raises(msgspec.DecodeError):
            decode_event("point_spent", body)

    @given(st.sampled_from(EVERY_EVENT), st.data())
    def test_an_event_is_of_its_own_class_and_no_other(self, kind: type[Event], data: st.DataObject) -> None:
        event = data.draw(events(kind))
        assert type(msgspec.json.decode(encode_event(event), type=AnyEvent)) is kind


def test_an_event_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        PointGained(name="hp", amount=1).amount = 2  # type: ignore[misc]


def test_an_event_that_lacks_what_it_must_say_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="track"):
        TrackOpened(name="hp")  # type: ignore[call-arg]
