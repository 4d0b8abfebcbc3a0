"""A session over Discord: link, tie, play, a question by button, an undo with confirmation."""

from __future__ import annotations

import httpx
import pytest

from tests.api.discord.conftest import DiscordTable
from tests.api.discord.fake import FakeDiscord
from tests.api.discord.signing import Answered, DiscordUser, Signer, buttons_of
from tests.api.people import Person


@pytest.fixture
def table(played: DiscordTable) -> DiscordTable:
    played.table.gm.does("freeform.create_character", handle="ramjet", name="Ramjet", owners=[played.table.pat.id])
    played.table.gm.does(
        "freeform.put", target="ramjet", component="tracks", name="hp", instance={"current": 9, "maximum": 9}
    )
    return played


def test_a_roll_is_shown_to_the_channel(table: DiscordTable) -> None:
    answer = table.pat.types("roll", dice="2d6+1", what="luck", who="ramjet")
    assert not answer.is_private, answer.json
    assert "luck" in answer.said
    newest = table.table.gm.see("./entries", order="newest", limit=1)[0]
    assert (newest["command"]["type"], newest["member"]) == ("freeform.roll", table.table.pat.id)


def test_a_user_is_answered_in_the_language_of_their_client(table: DiscordTable) -> None:
    english = table.pat.types("play", type="damage", args="target=ramjet track=hp amount=1 of=3")
    table.pat.locale = "de"
    german = table.pat.types("play", type="damage", args="target=ramjet track=nothing amount=1")
    assert english.text != german.text
    assert "there is no" not in german.text.lower()


def test_a_roll_of_the_game_master_is_shown_to_the_channel_too(table: DiscordTable) -> None:
    assert not table.gm.types("roll", dice="2d6", what="weather").is_private
    assert not table.gm.types("play", type="roll", args="notation=1d6 label=luck", dice="luck=4").is_private


def test_a_new_character_is_told_in_a_line(table: DiscordTable) -> None:
    answer = table.gm.types("play", type="create_character", args="name=Anvil tracks.hp=5")
    assert len(answer.text.splitlines()) == 2, answer.text


def test_a_command_takes_arguments_as_on_the_command_line(table: DiscordTable) -> None:
    answer = table.pat.types("play", type="damage", args="target=ramjet track=hp amount=3")
    assert "Ramjet" in answer.text, answer.json
    assert table.table.pat.see("./characters/ramjet")["tracks"]["hp"]["current"] == 6


def test_a_sheet_without_a_name_is_that_of_the_only_character(table: DiscordTable) -> None:
    answer = table.pat.types("sheet")
    assert "ramjet" in answer.said
    assert not answer.is_private


def test_an_undo_shows_its_plan_first_and_writes_just_that(table: DiscordTable, fake: FakeDiscord) -> None:
    table.pat.types("play", type="damage", args="target=ramjet track=hp amount=3")
    number = table.table.gm.see("./entries", order="newest", limit=1)[0]["entry"]
    plan = table.pat.types("undo", entry=str(number))
    assert plan.is_private
    assert "6 → 9" in plan.text or "+3" in plan.text, plan.said
    assert table.table.pat.see("./characters/ramjet")["tracks"]["hp"]["current"] == 6
    written = table.pat.presses(plan.buttons["Write it"])
    assert written.json["type"] == 7, written.json
    assert written.buttons == {}
    assert table.table.pat.see("./characters/ramjet")["tracks"]["hp"]["current"] == 9


def test_a_plan_that_has_gone_stale_is_not_written(table: DiscordTable) -> None:
    table.pat.types("play", type="damage", args="target=ramjet track=hp amount=3")
    number = table.table.gm.see("./entries", order="newest", limit=1)[0]["entry"]
    plan = table.gm.types("undo", entry=str(number))
    table.pat.types("play", type="damage", args="target=ramjet track=hp amount=1")
    answer = table.gm.presses(plan.buttons["Write it"])
    assert answer.is_private
    assert "plan" in answer.said
    assert table.table.pat.see("./characters/ramjet")["tracks"]["hp"]["current"] == 5


def test_a_plan_that_is_left_writes_nothing(table: DiscordTable) -> None:
    table.pat.types("play", type="damage", args="target=ramjet track=hp amount=3")
    number = table.table.gm.see("./entries", order="newest", limit=1)[0]["entry"]
    left = table.pat.presses(table.pat.types("undo", entry=str(number)).buttons["Leave it"])
    assert (left.json["type"], left.buttons) == (7, {})
    assert table.table.pat.see("./characters/ramjet")["tracks"]["hp"]["current"] == 6


ASKS = "owner=Pat key=way options=home,docks default=home prompt='Where to?'"


def asked(table: DiscordTable, fake: FakeDiscord) -> tuple[Answered, dict[str, str]]:
    """The game master asks Pat: the answer to the game master, and the buttons that the channel has."""
    interaction = table.gm.interaction(
        2,
        {
            "name": "play",
            "options": [
                {"type": 3, "name": "type", "value": "ask"},
                {"type": 3, "name": "args", "value": ASKS},
            ],
        },
    )
    answer = table.gm.sends(interaction)
    return answer, buttons_of(fake.wait_for(interaction["token"]))


def test_a_question_is_answered_by_a_button(table: DiscordTable, fake: FakeDiscord) -> None:
    _, buttons = asked(table, fake)
    (button,) = buttons.values()
    mine = table.pat.presses(button)
    assert mine.is_private
    assert set(mine.buttons) == {"home", "docks"}
    table.pat.presses(mine.buttons["docks"])
    assert table.table.pat.see("./decisions") == []
    newest = table.table.gm.see("./entries", order="newest", limit=1)[0]
    assert newest["command"]["args"]["choice"] == "docks"


def test_a_question_is_not_shown_to_others(table: DiscordTable, fake: FakeDiscord) -> None:
    answer, buttons = asked(table, fake)
    assert "where to?" in answer.said
    assert answer.is_private
    (button,) = buttons.values()
    assert "not yours" in table.olga.presses(button).said


def test_an_old_button_says_how_to_go_on(table: DiscordTable, fake: FakeDiscord) -> None:
    _, buttons = asked(table, fake)
    (button,) = buttons.values()
    mine = table.pat.presses(button)
    table.pat.presses(mine.buttons["docks"])
    again = table.pat.presses(mine.buttons["home"])
    assert again.is_private
    assert "/answer" in again.said


def test_answers_are_typed_too(table: DiscordTable, fake: FakeDiscord) -> None:
    asked(table, fake)
    assert "where to" in table.pat.types("answer").said
    assert table.pat.completes("answer", "choice", choice="do") == ["docks"]
    table.pat.types("answer", choice="docks")
    assert table.table.pat.see("./decisions") == []
    assert "no decision" in table.pat.types("answer").said


def test_options_are_completed(table: DiscordTable) -> None:
    assert "damage" in table.pat.completes("play", "type", type="dama")
    assert table.pat.completes("sheet", "who", who="ram") == ["ramjet"]
    assert table.pat.completes("play", "args", type="damage", args="target=ra") == ["target=ramjet"]
    offered = table.pat.completes("play", "args", type="damage", args="target=ramjet tr")
    assert offered == ["target=ramjet track="]
    table.pat.types("roll", dice="1d6", what="luck")
    newest = table.table.gm.see("./entries", order="newest", limit=1)[0]["entry"]
    assert table.pat.completes("undo", "entry", entry="luck") == [str(newest)]
    assert table.pat.completes("retcon here", "campaign", campaign="long") == ["The Long Night"]


def test_the_first_answer_to_discord_is_a_pong(discord: httpx.Client, signer: Signer) -> None:
    nobody = DiscordUser(discord, signer, "1", "x", "2")
    ping = {
        "type": 1,
        "id": "1",
        "application_id": nobody.interaction(1, {})["application_id"],
        "token": "x",
        "version": 1,
    }
    assert nobody.sends(ping).json == {"type": 1}


def test_a_link_is_a_token_that_its_account_ends(played: DiscordTable) -> None:
    tokens = played.table.pat.see("/tokens")
    (link,) = [token for token in tokens if token["label"] == "Discord: pat"]
    assert link["scopes"] == ["read", "play", "revise"]
    assert not played.pat.types("roll", dice="1d6").is_private
    played.table.pat.ask("DELETE", f"/tokens/{link['id']}", 204)
    assert "not linked" in played.pat.types("roll", dice="1d6").said


def test_a_link_lasts_over_a_rotation_of_its_token(played: DiscordTable) -> None:
    (link,) = [token for token in played.table.pat.see("/tokens") if token["label"] == "Discord: pat"]
    played.table.pat.ask("POST", f"/tokens/{link['id']}/rotation", 201)
    assert not played.pat.types("roll", dice="1d6").is_private


def test_a_user_unlinks_themselves(played: DiscordTable, owner: Person) -> None:
    assert "no longer linked" in played.pat.types("retcon unlink").said
    assert "not linked" in played.pat.types("roll", dice="1d6").said
    assert all(token["revoked_at"] for token in played.table.pat.see("/tokens") if token["label"] == "Discord: pat")
