"""Messages of Foundry's chat, in the shapes of its versions: who spoke, in whose name, and who may read it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from api.imports.foundry.messages import MessageReader
from api.imports.history.records import ToldHistory, ToldMessage
from tests.imports.histories.worlds import ANA, BEN, GM, GOBLIN, MIRA, NOON, constant, d20, die, message, operator, roll

USERS = {GM: "Grace", ANA: "Ana", BEN: "Ben"}
ACTORS = {MIRA: "Mira", GOBLIN: "Goblin"}


@pytest.fixture
def history() -> Iterator[ToldHistory]:
    made = ToldHistory("Foundry VTT", "harbour", "The Harbour")
    yield made
    made.close()


def read(history: ToldHistory, **fields: Any) -> ToldMessage:
    MessageReader(history, USERS, ACTORS).read({**message("m", 0), **fields})
    [row] = history.messages()
    return row


def test_the_roll_of_version_9_is_a_text_of_its_own(history: ToldHistory) -> None:
    old = {"_id": "m", "type": 5, "user": ANA, "timestamp": NOON, "content": "19", "roll": d20(14, 5), "whisper": []}
    MessageReader(history, USERS, ACTORS).read(old)
    [message] = history.messages()
    assert (message.person, message.speaker, [each.dice[0].value for each in message.rolls]) == (ANA, "Ana", [14])


def test_the_rolls_since_version_10_are_a_list_of_texts(history: ToldHistory) -> None:
    assert [each.dice[0].value for each in read(history, rolls=[d20(14), d20(3)], content="17").rolls] == [14, 3]


def test_an_author_may_be_called_user_or_author(history: ToldHistory) -> None:
    assert read(history, author=None, user=BEN).person == BEN


def test_an_author_whom_nobody_knows_is_nobody(history: ToldHistory) -> None:
    message = read(history, author="U9gone0000000000", speaker={}, content="Boo")
    assert (message.person, message.speaker, message.words) == ("", "", "Boo")


@pytest.mark.parametrize(
    ("speaker", "name"),
    [({"alias": "A hooded figure", "actor": GOBLIN}, "A hooded figure"), ({"actor": GOBLIN}, "Goblin"), ({}, "Ana")],
)
def test_a_speaker_is_called_by_alias_else_by_actor_else_by_user(
    history: ToldHistory, speaker: dict[str, str], name: str
) -> None:
    assert read(history, speaker=speaker).speaker == name


@pytest.mark.parametrize(
    ("fields", "audience"),
    [
        ({}, "all"),
        ({"whisper": [GM]}, (ANA, GM)),
        ({"whisper": [BEN, ANA], "type": 5, "style": 0}, (ANA, BEN)),
        ({"whisper": [GM], "blind": True}, "gm"),
        ({"whisper": [], "blind": True}, "gm"),
        ({"whisper": [None], "author": None}, "gm"),
        ({"whisper": [None, BEN]}, (ANA, BEN)),
        ({"whisper": [], "type": 4}, (ANA,)),
    ],
)
def test_whispers_tell_who_may_read(history: ToldHistory, fields: dict[str, Any], audience: object) -> None:
    assert read(history, **fields).audience == audience


def test_words_are_told_without_markup_and_without_what_is_secret(history: ToldHistory) -> None:
    content = (
        '<p>He says &amp; nods.</p><section class="secret"><p>He <br>lies.</p></section><p>Well?</p><style>p{}</style>'
    )
    assert read(history, content=content).words == "He says & nods.\nWell?"


def test_the_content_of_a_roll_is_no_words(history: ToldHistory) -> None:
    assert read(history, content="<div>19</div>", rolls=[d20(14, 5)]).words == ""


def test_a_tutorial_is_no_part_of_a_history(history: ToldHistory) -> None:
    MessageReader(history, USERS, ACTORS).read(message("m", 0, flags={"core": {"nue": True}}))
    assert (len(history), history.skipped) == (0, 1)


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"flavor": "<b>Bite</b> - Attack Roll"}, "Bite - Attack Roll"),
        ({"flags": {"dnd5e": {"roll": {"type": "death"}}}}, "death save"),
        ({"flags": {"pf2e": {"context": {"type": "saving-throw"}}}}, "save"),
        ({"flags": {"core": {"initiativeRoll": True}}}, "initiative"),
        ({"flags": {"dnd5e": {"roll": {"type": "tool"}}}}, "tool"),
        ({}, "roll"),
    ],
)
def test_a_roll_is_called_by_its_flavor_else_by_its_kind(
    history: ToldHistory, fields: dict[str, Any], label: str
) -> None:
    assert [each.label for each in read(history, rolls=[d20(14)], **fields).rolls] == [label]


def pathfinder(**context: Any) -> dict[str, Any]:
    named = [{"label": "Stealth", "modifier": 7}, {"label": "Cover", "modifier": 2, "enabled": False}]
    return {"pf2e": {"context": {"type": "skill-check", **context}, "modifiers": named}}


def test_a_target_is_told_to_game_masters_alone(history: ToldHistory) -> None:
    [roll_read] = read(history, rolls=[d20(14, 7)], flags=pathfinder(dc={"value": 15}, outcome="success")).rolls
    assert (roll_read.target, roll_read.veiled, roll_read.addends) == (15, True, (("Stealth", 7),))


def test_a_target_that_the_total_does_not_explain_is_left_out(history: ToldHistory) -> None:
    [roll_read] = read(history, rolls=[d20(20, 7)], flags=pathfinder(dc={"value": 40}, outcome="success")).rolls
    assert roll_read.target is None


def test_modifiers_that_come_to_something_else_are_one(history: ToldHistory) -> None:
    [roll_read] = read(history, rolls=[d20(14, 9)], flags=pathfinder()).rolls
    assert roll_read.addends == (("modifier", 9),)


def test_a_roll_that_is_none_is_told_and_the_others_stay(history: ToldHistory) -> None:
    message = read(history, rolls=["{", roll("1d6 + 1", 4, die(6, 3), operator(), constant(1))])
    assert ([each.total for each in message.rolls], [fault.record for fault in history.faults]) == ([3], ["messages m"])
    assert history.faults[0].text.startswith("Its roll 1 was left out: It is no JSON")


@pytest.mark.parametrize("time", [None, "2026-01-01", 0, 1e30, True])
def test_a_time_that_cannot_be_is_told_and_the_message_stays(history: ToldHistory, time: object) -> None:
    message = read(history, timestamp=time, content="Hi")
    assert (message.at, message.words, history.faults[0].text) == (
        None,
        "Hi",
        "Its time is missing or impossible; it follows the message before it.",
    )


def test_messages_come_in_the_order_of_their_times_and_ids(history: ToldHistory) -> None:
    reader = MessageReader(history, USERS, ACTORS)
    for key, at in (("c", 5), ("b", 1), ("a", 5)):
        reader.read(json.loads(json.dumps(message(key, at))))
    assert [each.key for each in history.messages()] == ["b", "a", "c"]
