"""Chat archives of Roll20 with their data: messages, rolls, cards, and who may read them."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.imports.dice import GivenRoll, given_as
from api.imports.history.records import ToldHistory, ToldMessage, ToldRoll, UnreadableRecord
from api.imports.roll20.archive import read_files
from api.imports.roll20.rolls import decoded, told_roll
from api.imports.roll20.times import moment_in
from tests.imports.histories.chats import (
    ANA,
    GRACE,
    NOON,
    archive,
    at,
    card,
    check,
    dice,
    dropped,
    inline,
    key,
    plus,
    result,
    said,
    thrown,
)

Message = dict[str, Any]


@pytest.fixture
def histories(tmp_path: Path) -> Iterator[list[ToldHistory]]:
    made: list[ToldHistory] = []
    yield made
    for history in made:
        history.close()


class Reading:
    """Reads archives that a test makes, and keeps what came of them until its end."""

    def __init__(self, folder: Path, histories: list[ToldHistory]) -> None:
        self._folder, self._histories = folder, histories

    def history(self, *messages: Message) -> ToldHistory:
        history = read_files((archive(self._folder / "chat.html", at(range(len(messages)), *messages)),))
        self._histories.append(history)
        return history

    def __call__(self, *messages: Message) -> list[ToldMessage]:
        return list(self.history(*messages).messages())


@pytest.fixture
def read(tmp_path: Path, histories: list[ToldHistory]) -> Reading:
    return Reading(tmp_path, histories)


def given(roll: ToldRoll) -> tuple[str, tuple[int, ...], int]:
    reading: GivenRoll = given_as(roll.notations, roll.dice, roll.total, written=roll.written)
    return reading.notation, reading.faces, sum(amount for _, amount in roll.addends)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (result(19, dice(20, 14), plus("+5")), ("1d20", (14,), 5)),
        (
            result(20, dice(20, dropped(4), 15, keep={"end": "h", "count": 1}), plus("+5")),
            ("2d20kh1", (4, 15), 5),
        ),
        (result(9, dice(6, 3, dropped(1), 6, drop={"end": "l", "count": 1})), ("3d6dl1", (3, 1, 6), 0)),
        (result(6, dice(6, 3), plus("+"), dice(4, 4), plus("-1")), ("1d6+1d4", (3, 4), -1)),
        (result(2, dice(6, 3), plus("-"), dice(4, 1)), ("1d6-1d4", (3, 1), 0)),
        (result(6, dice(6, 3), plus("*2")), ("1d6+3", (3,), 0)),
        (result(2, dice(6, 5, 6, 1, success={}), resultType="success"), ("3d6-10", (5, 6, 1), 0)),
        (result(8, dice(6, 6, 2, exploding={})), ("2d6", (6, 2), 0)),
        (result(0, {**dice(3, 1, -1), "fate": True}), ("2dF", (3, 1), 0)),
        (result(5, [dice(6, 5)]), ("1d6", (5,), 0)),
        (result(7, dice(6, 5), {"type": "L", "text": "fire"}, plus("+2")), ("1d6", (5,), 2)),
        (
            result(
                7,
                {
                    "type": "G",
                    "rolls": [[dice(6, 2, 3)], [dice(8, 7)]],
                    "mods": {"keep": {"end": "h", "count": 1}},
                    "results": [{"v": 5, "d": True}, {"v": 7}],
                },
            ),
            ("2d6*0+1d8", (2, 3, 7), 0),
        ),
    ],
)
def test_a_roll_keeps_its_dice_and_its_total(content: Message, expected: tuple[str, tuple[int, ...], int]) -> None:
    assert given(told_roll(content, "roll", "roll")) == expected


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "It is no JSON"),
        ("[]", "It is no roll"),
        (result(21, dice(20, 21)), "A d20 shows 1 to 20, not 21"),
        (result(1, dice(0, 1)), "It has dice with 0 sides"),
        (result(1, dice(6, {"v": "x"})), "A d6 shows 'x', which is no whole number"),
        ({"rolls": []}, "It has no total"),
    ],
)
def test_what_is_no_roll_is_told(content: object, sentence: str) -> None:
    with pytest.raises(UnreadableRecord, match=sentence):
        told_roll(decoded(content), "roll", "roll")


def test_a_roll_is_called_by_what_was_typed_behind_it(read: Reading) -> None:
    row = read(
        thrown(19, dice(20, 14), plus("+5"), written="1d20 + 5 to hit"),
        thrown(3, dice(20, 3), written="1d20 hold on"),
        thrown(3, dice(20, 3), written="1d20[luck]"),
    )
    assert [roll.label for message in row for roll in message.rolls] == ["to hit", "hold on", "roll"]


def test_words_hold_the_totals_of_rolls_within_them(read: Reading) -> None:
    [message] = read(said("I take $[[0]] and $[[1]].", inlinerolls=[check(11), inline("3", 3, plus("3"))]))
    assert (message.words, [given(roll) for roll in message.rolls]) == ("I take 13 and 3.", [("1d20", (11,), 2)])


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("advantage", ("2d20kh1", (18, 4), 2)),
        ("disadvantage", ("2d20kl1", (18, 4), 2)),
        ("normal", ("1d20+1d20*0", (18, 4), 2)),
        ("always", ("1d20+1d20*0", (18, 4), 2)),
        ("query", ("1d20+1d20*0", (18, 4), 2)),
    ],
)
def test_of_the_two_dice_of_a_check_the_one_counts_that_the_card_says(
    read: Reading, mode: str, expected: tuple[str, tuple[int, ...], int]
) -> None:
    content = f"{{{{rname=^{{stealth-u}}}}}} {{{{mod=+2}}}} {{{{r1=$[[0]]}}}} {{{{{mode}=1}}}} {{{{r2=$[[1]]}}}} charname=Mira"
    [message] = read(card(content, check(18), check(4)))
    [roll] = message.rolls
    total = roll.total + sum(amount for _, amount in roll.addends)
    assert (message.speaker, roll.label, total) == ("Mira", "stealth", 6 if mode == "disadvantage" else 20)
    notation, faces, added = given(roll)
    assert (notation, sorted(faces), added) == (expected[0], sorted(expected[1]), expected[2])


def test_the_damage_of_a_card_is_called_so(read: Reading) -> None:
    content = "{{rname=[Dagger](~attack)}} {{dmg1=$[[0]]}} {{crit1=$[[1]]}} {{range=20}}"
    [message] = read(card(content, inline("1d4", 3, dice(4, 3)), inline("1d4", 2, dice(4, 2)), template="dmg"))
    assert [roll.label for roll in message.rolls] == ["Dagger damage", "Dagger critical damage"]


def test_damage_without_a_name_is_that_of_the_players_last_card(read: Reading) -> None:
    attack = card("{{rname=Bite}} {{r1=$[[0]]}} {{r2=$[[1]]}} {{normal=1}}", check(9), check(3), template="npcatk")
    other = card("{{rname=Claw}} {{r1=$[[0]]}}", check(9), playerid=GRACE)
    damage = card("{{dmg1=$[[0]]}}", inline("1d6", 4, dice(6, 4)), template="npcdmg")
    assert [message.rolls[0].label for message in read(attack, other, damage)] == ["Bite", "Claw", "Bite damage"]


def test_a_card_without_dice_is_words(read: Reading) -> None:
    [message] = read(card("{{name=Darkvision}} {{description=You see in the dark.}} {{show=1}}", template="traits"))
    assert (message.words, message.rolls) == ("Darkvision: You see in the dark.", ())


@pytest.mark.parametrize(
    ("fields", "audience"),
    [
        ({}, "all"),
        ({"type": "emote"}, "all"),
        ({"type": "api"}, "all"),
        ({"type": "whisper", "target": "gm"}, (ANA,)),
        ({"type": "whisper", "target": f"{GRACE},gm"}, (ANA, GRACE)),
        ({"type": "whisper", "target": [GRACE]}, (ANA, GRACE)),
        ({"type": "whisper", "playerid": ""}, "gm"),
        ({"type": "hidden"}, "gm"),
        ({"type": "general", "secret": True}, "gm"),
        ({"type": "api", "target": GRACE}, (ANA, GRACE)),
    ],
)
def test_whispers_tell_who_may_read(read: Reading, fields: dict[str, Any], audience: object) -> None:
    assert [message.audience for message in read(said("Psst.", **fields))] == [audience]


@pytest.mark.parametrize(("kind", "audience"), [("gmrollresult", (ANA,)), ("secretrollresult", "gm")])
def test_rolls_for_the_game_master_stay_private(read: Reading, kind: str, audience: object) -> None:
    [message] = read(thrown(14, dice(20, 14), type=kind))
    assert (message.audience, len(message.rolls)) == (audience, 1)


def test_an_emote_begins_with_who_does_it(read: Reading) -> None:
    assert [message.words for message in read(said("looks at <b>the door</b>.", type="emote"))] == [
        "Mira looks at the door."
    ]


def test_nobody_becomes_a_game_master_by_their_name(read: Reading) -> None:
    history = read.history(
        said("Hi", who="Grace (GM)", playerid=GRACE), said("Hi", who="Orlo", playerid=GRACE), said("Hi")
    )
    assert [(one.key, one.name, one.role) for one in history.people] == [
        (GRACE, "Grace", "player"),
        (ANA, "Mira", "player"),
    ]


def test_messages_of_all_pages_come_in_the_order_of_their_times(tmp_path: Path) -> None:
    pages = at([20, 10], said("c"), said("b")), at([5, 30], said("a"), said("d"))
    history = read_files((archive(tmp_path / "chat.html", *pages),))
    assert ([message.words for message in history.messages()], history.title) == (
        ["a", "b", "c", "d"],
        "Chat Log for The Harbour",
    )
    history.close()


def test_an_id_tells_the_time_where_the_message_does_not(read: Reading) -> None:
    [message] = read({**said("Hi"), ".priority": None})
    assert message.at == NOON
    assert (moment_in(key(7)), moment_in("short"), moment_in("!" * 20)) == (NOON + 7_000, None, None)


def test_a_record_that_is_no_message_is_told_and_the_others_come_in(tmp_path: Path) -> None:
    history = read_files((archive(tmp_path / "chat.html", {"x": 3, **at([0], said("Hi"))}),))
    assert ([fault.record for fault in history.faults], len(history)) == (["message x"], 1)
    history.close()


def test_a_roll_that_is_none_is_told_and_its_message_stays(read: Reading) -> None:
    history = read.history(said("So: $[[0]]", inlinerolls=[inline("1d20", 21, dice(20, 21))]))
    assert [fault.text for fault in history.faults] == ["Its inline roll 0 was left out: A d20 shows 1 to 20, not 21."]
    assert [message.words for message in history.messages()] == ["So: $[[0]]"]


def test_an_export_of_a_campaign_has_its_chat_with_mended_letters(tmp_path: Path) -> None:
    broken = "Grüße".encode().decode("latin-1")
    chat = [at([0], said(broken))]
    export = {"campaign_title": "The Harbour", "players": [{"id": ANA, "displayname": "Ana"}], "chat_archive": chat}
    (tmp_path / "campaign.json").write_text(json.dumps({**export, "characters": [], "handouts": [{}]}))
    history = read_files((tmp_path / "campaign.json",))
    assert [message.words for message in history.messages()] == ["Grüße"]
    assert (history.title, history.people[0].name, history.skipped) == ("The Harbour", "Ana", 1)
    history.close()


def test_data_that_cannot_be_read_leaves_what_the_page_shows(tmp_path: Path) -> None:
    data = base64.b64encode(b"[{").decode()
    shown = f'<div class="message general" data-messageid="{key(0)}"><span class="by">Mira:</span>Hi</div>'
    (tmp_path / "chat.html").write_text(f'<script>var msgdata = "{data}";</script>{shown}')
    history = read_files((tmp_path / "chat.html",))
    assert ([message.words for message in history.messages()], len(history.faults)) == (["Hi"], 1)
    history.close()
