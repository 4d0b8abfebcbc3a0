"""Chat archives of Roll20 as pages show them, which is all that is left of copied ones."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.imports.dice import given_as
from api.imports.history.records import ToldHistory, ToldMessage
from api.imports.roll20.archive import NotOfRoll20, read_files
from tests.imports.histories.chats import ANA, GRACE, NOON, face, formula, key, page, shown, tooltip

Reading = Callable[..., ToldHistory]


@pytest.fixture
def read(tmp_path: Path) -> Iterator[Reading]:
    made: list[ToldHistory] = []

    def reading(*messages: str) -> ToldHistory:
        made.append(read_files((page(tmp_path / "chat.html", *messages),)))
        return made[-1]

    yield reading
    for history in made:
        history.close()


def only(history: ToldHistory) -> ToldMessage:
    [message] = history.messages()
    return message


def rolls(history: ToldHistory) -> list[tuple[str, tuple[int, ...], int]]:
    given_rolls = []
    for roll in only(history).rolls:
        given = given_as(roll.notations, roll.dice, roll.total, written=roll.written)
        given_rolls.append((given.notation, given.faces, sum(amount for _, amount in roll.addends)))
    return given_rolls


def test_a_message_has_its_writer_words_and_the_time_of_its_id(read: Reading) -> None:
    message = only(read(shown(key(90), "Hello <b>there</b>.")))
    assert (message.person, message.speaker, message.words, message.at) == (ANA, "Mira", "Hello there.", NOON + 90_000)


def test_within_a_run_the_writer_is_that_of_its_first_message(read: Reading) -> None:
    history = read(
        shown(key(0), "One."), shown(key(1), "Two.", by=""), shown(key(2), "Three.", by="Grace:", player=GRACE)
    )
    assert [(message.speaker, message.words) for message in history.messages()] == [
        ("Mira", "One."),
        ("Mira", "Two."),
        ("Grace", "Three."),
    ]


def test_an_emote_has_no_writer_of_the_run_before_it(read: Reading) -> None:
    history = read(shown(key(0), "One."), shown(key(1), 'Orlo looks at "the door".', kind="emote", by="", player=GRACE))
    assert [(message.person, message.speaker) for message in history.messages()] == [(ANA, "Mira"), (GRACE, "")]


def test_a_roll_has_the_dice_that_lie_there(read: Reading) -> None:
    body = formula("2d20kh1+5", 20, (20, 4, "dropped"), (20, 15, "critsuccess"))
    assert rolls(read(shown(key(0), body, kind="rollresult"))) == [("2d20kh1", (4, 15), 5)]


def test_a_die_that_was_thrown_again_is_told_as_dropped(read: Reading) -> None:
    body = formula("1d20r<2", 15, (20, 1, "dropped"), (20, 15, ""))
    assert rolls(read(shown(key(0), body, kind="rollresult"))) == [("1d20r<2", (1, 15), 0)]


def test_a_private_roll_that_shows_its_total_alone_is_kept_without_dice(read: Reading) -> None:
    body = '<div class="formula">rolling 1d20</div><strong>=</strong><div class="rolled">15</div>'
    history = read(shown(key(0), body, kind="rollresult private"))
    assert (only(history).audience, rolls(history)) == ((ANA,), [("15", (), 0)])


@pytest.mark.parametrize("attribute", ["title", "original-title"])
def test_a_roll_within_words_has_the_dice_of_its_tooltip(read: Reading, attribute: str) -> None:
    body = "I hit with " + tooltip("1d20+2[Prof]", f"{face(18)}+2", 20, attribute)
    history = read(shown(key(0), body))
    assert (only(history).words, rolls(history)) == ("I hit with 20", [("1d20", (18,), 2)])


def test_of_two_dice_within_a_tooltip_the_notation_tells_which_counts(read: Reading) -> None:
    body = tooltip("2d20kh1", face(4).replace(")", "+") + face(15).replace("(", ""), 15)
    assert rolls(read(shown(key(0), body))) == [("2d20kh1", (4, 15), 0)]


def test_a_tooltip_without_dice_is_a_constant(read: Reading) -> None:
    history = read(shown(key(0), "AC " + tooltip("15", "15", 15)))
    assert (only(history).words, rolls(history)) == ("AC 15", [])


def test_a_tooltip_whose_dice_do_not_come_to_its_total_is_told(read: Reading) -> None:
    history = read(shown(key(0), tooltip("1d20", face(3), 4)))
    assert [fault.text for fault in history.faults] == [
        "A roll was left out: The roll 1d20 = 4 does not say which of its dice showed 3."
    ]


def test_a_face_that_no_die_has_is_told(read: Reading) -> None:
    history = read(shown(key(0), formula("1d6", 7, (6, 7, "")), kind="rollresult"))
    assert [fault.text for fault in history.faults] == ["A roll was left out: A d6 shows 1 to 6, not 7."]


def test_a_card_names_its_rolls_and_its_character(read: Reading) -> None:
    body = (
        '<div class="sheet-rolltemplate-simple"><div class="sheet-result"><span class="sheet-adv">'
        + tooltip("1d20+2", f"{face(18)}+2", 20)
        + '</span><span class="sheet-adv"><span class="sheet-grey">'
        + tooltip("1d20+2", f"{face(4)}+2", 6)
        + '</span></span></div><div class="sheet-label">Stealth</div><div class="sheet-charname">Kite</div></div>'
    )
    history = read(shown(key(0), body))
    message = only(history)
    assert (message.speaker, message.words, [roll.label for roll in message.rolls]) == (
        "Kite",
        "",
        ["Stealth", "Stealth"],
    )
    assert rolls(history) == [("1d20", (18,), 2), ("1d20*0", (4,), 0)]


@pytest.mark.parametrize(
    ("kind", "by", "audience"),
    [
        ("general", "Mira:", "all"),
        ("whisper", "(From Mira):", (ANA,)),
        ("general", "(To GM):", (ANA,)),
        ("rollresult private", "Mira:", (ANA,)),
    ],
)
def test_whispers_stay_private(read: Reading, kind: str, by: str, audience: object) -> None:
    assert only(read(shown(key(0), "Psst.", kind=kind, by=by))).audience == audience


def test_a_whisper_of_nobody_known_is_the_game_masters(read: Reading) -> None:
    body = f'<div class="message whisper" data-messageid="{key(0)}"><span class="by">(From Mira):</span>Psst.</div>'
    assert only(read(body)).audience == "gm"


def test_a_message_without_an_id_is_told_to_have_no_time_and_comes_in(read: Reading) -> None:
    history = read(shown(key(5), "One."), shown("", "Two."))
    assert [message.words for message in history.messages()] == ["One.", "Two."]
    assert [fault.text for fault in history.faults] == [
        "Its time is missing or impossible; it follows the message before it."
    ]


def test_a_page_that_is_cut_off_gives_what_is_there(tmp_path: Path) -> None:
    whole = shown(key(0), "One.") + shown(key(1), "Two, and then some.")
    (tmp_path / "chat.html").write_text(whole[:-18])
    history = read_files((tmp_path / "chat.html",))
    assert [message.words for message in history.messages()] == ["One.", "Two, and"]
    history.close()


def test_a_message_without_its_end_ends_where_the_next_begins(read: Reading) -> None:
    history = read(shown(key(0), "One.").replace("</div>\n", ""), shown(key(1), "Two."))
    assert [message.words for message in history.messages()] == ["One.", "Two."]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is neither a page nor JSON"),
        (b"<html>Hello</html>", "the page shows no messages of a chat"),
        (b"{", "it is no JSON"),
        (b'{"name": "Mira"}', "it holds no character and no campaign"),
        (b"PK\x03\x04...", "it is a damaged zip file"),
    ],
)
def test_a_file_that_is_none_of_roll20_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(NotOfRoll20, match=sentence):
        read_files((tmp_path / "file",))
