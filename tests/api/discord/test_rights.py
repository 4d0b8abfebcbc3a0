"""A user over Discord may do and see what their account may, and the channel what everybody may."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.api.discord.conftest import DiscordTable
from tests.api.discord.fake import FakeDiscord
from tests.api.discord.signing import Answered, DiscordUser, Signer
from tests.api.people import Person

HIDDEN = "Umbra of the ninth cellar"


@pytest.fixture(scope="module")
def table(owner: Person, discord: httpx.Client, signer: Signer) -> DiscordTable:
    """A table where the game master keeps a character and notes to themselves, and Pat plays Ramjet."""
    played = DiscordTable(owner, discord, signer)
    gm, pat = played.table.gm, played.table.pat
    gm.does("freeform.create_character", handle="ramjet", name="Ramjet", owners=[pat.id])
    gm.does("freeform.create_character", handle="umbra", name=HIDDEN, owners=[], hidden=True)
    gm.does("freeform.put", target="ramjet", component="tracks", name="hp", instance={"current": 9, "maximum": 9})
    gm.does("freeform.note", text=f"{HIDDEN} waits below", _audience="gm")
    gm.does("freeform.afflict", target="ramjet", what=f"marked by {HIDDEN}", _audience="gm")
    return played


def entries(table: DiscordTable) -> int:
    return len(table.table.gm.see("./entries", limit=500))


def test_a_user_who_is_not_linked_is_told_how(table: DiscordTable) -> None:
    answer = table.user("new").types("roll", dice="1d6")
    assert answer.is_private
    assert "retcon discord link" in answer.said


def test_a_code_links_once(table: DiscordTable) -> None:
    code = table.table.pat.ask("POST", "/discord-codes", 201, json={})["code"]
    first, second = table.user("one"), table.user("two")
    assert first.types("retcon link", code=code).is_private
    assert "unknown, used or expired" in second.types("retcon link", code=code).said
    assert "not linked" in second.types("roll", dice="1d6").said


def test_another_link_of_a_user_ends_the_one_before(table: DiscordTable) -> None:
    user = table.linked(table.table.pat, "twice")
    user.types("retcon link", code=table.table.pat.ask("POST", "/discord-codes", 201, json={})["code"])
    links = [token for token in table.table.pat.see("/tokens") if token["label"] == "Discord: twice"]
    assert [token["revoked_at"] is None for token in links] == [False, True]
    assert not user.types("roll", dice="1d6").is_private


def test_a_member_who_left_takes_part_no_longer(table: DiscordTable) -> None:
    leaving = table.table.join("Quin", "player")
    quin = table.linked(leaving, "quin")
    assert not quin.types("roll", dice="1d6").is_private
    table.table.gm.ask("DELETE", f"./members/{leaving.id}", 200)
    assert "you take no part in the campaign of this channel" in quin.types("roll", dice="1d6").said


def test_a_thread_belongs_to_the_channel_around_it(table: DiscordTable) -> None:
    sent = table.pat.at("9").interaction(2, {"name": "roll", "options": [{"name": "dice", "type": 3, "value": "1d6"}]})
    around = {"id": "9", "type": 11, "parent_id": table.channel}
    assert not table.pat.sends(sent | {"channel": around}).is_private
    category = {"id": "9", "type": 0, "parent_id": table.channel}
    assert table.pat.sends(sent | {"channel": category}).is_private


def test_a_link_has_no_more_scopes_than_its_code(table: DiscordTable) -> None:
    reader = table.user("reader")
    code = table.table.pat.ask("POST", "/discord-codes", 201, json={"scopes": ["read"]})["code"]
    reader.types("retcon link", code=code)
    before = entries(table)
    assert "scope" in reader.types("roll", dice="1d6").said
    assert "ramjet" in reader.types("sheet", who="ramjet").said
    assert entries(table) == before


def test_a_code_has_no_more_scopes_than_its_token(table: DiscordTable) -> None:
    narrow = table.table.pat.ask("POST", "/tokens", 201, json={"label": "few", "scopes": ["read", "admin"]})["secret"]
    few = Person(table.table.pat.http, narrow)
    assert few.ask("POST", "/discord-codes", 201, json={})["scopes"] == ["read"]
    assert "play" in few.problem("POST", "/discord-codes", 403, json={"scopes": ["play"]})["detail"]


def test_an_observer_only_watches(table: DiscordTable) -> None:
    before = entries(table)
    assert "only watch" in table.olga.types("roll", dice="1d6").said
    assert entries(table) == before


def test_a_user_without_a_part_learns_nothing(table: DiscordTable) -> None:
    for answer in (
        table.out.types("roll", dice="1d6"),
        table.out.types("sheet", who="ramjet"),
        table.out.types("undo", entry="3"),
        table.out.types("answer"),
        table.out.types("retcon leave"),
    ):
        assert answer.is_private
        assert "you take no part in the campaign of this channel" in answer.said
    assert "The Long Night" not in table.out.types("retcon status").text
    assert table.out.completes("sheet", "who", who="") == []


def test_another_channel_belongs_to_no_campaign(table: DiscordTable) -> None:
    elsewhere = table.pat.at("1")
    answer = elsewhere.types("roll", dice="1d6")
    assert answer.is_private
    assert "no campaign is played in this channel" in answer.said
    assert elsewhere.completes("sheet", "who", who="") == []


def test_only_a_game_master_ties_a_channel(table: DiscordTable) -> None:
    elsewhere = table.pat.at("3")
    assert "only the game master" in elsewhere.types("retcon here", campaign=table.table.id).said
    assert "no campaign is played" in elsewhere.types("roll", dice="1d6").said


def test_a_channel_of_another_campaign_is_not_taken(table: DiscordTable) -> None:
    mine = table.table.gm.ask("POST", "/campaigns", 201, json={"name": "Elsewhere too", "system": "freeform"})["id"]
    code = table.table.gm.at(mine).ask("POST", "./invitations", 201, json={"role": "gm"})["code"]
    joined = Person(table.gm.http, None).ask("POST", f"/invitations/{code}", 201, json={"name": "Gus"})
    gus = table.linked(Person(table.gm.http, joined["secret"], joined["member"]), "gus")
    assert "another campaign is played here" in gus.types("retcon here", campaign=mine).said
    assert not table.pat.types("roll", dice="1d6").is_private


def test_a_manager_of_a_channel_frees_it(table: DiscordTable) -> None:
    table.gm.at("5").types("retcon here", campaign=table.table.id)
    assert "no part" in table.out.at("5").types("retcon leave").said
    assert "no campaign" in table.user("admin").at("5", permissions=1 << 4).types("retcon leave").said
    assert "no campaign is played" in table.pat.at("5").types("roll", dice="1d6").said


def test_the_channels_of_a_campaign_are_listed_and_freed(table: DiscordTable) -> None:
    table.gm.at("7").types("retcon here", campaign=table.table.id)
    listed = [row["channel"] for row in table.table.pat.see("./discord-channels")]
    assert {"7", table.channel} <= set(listed)
    table.table.pat.problem("DELETE", "./discord-channels/7", 403)
    table.table.gm.ask("DELETE", "./discord-channels/7", 204)
    assert "no campaign is played" in table.pat.at("7").types("roll", dice="1d6").said


def public(fake: FakeDiscord, since: int) -> str:
    return str([each.json for each in fake.arrived[since:] if each.method == "POST"])


def test_a_hidden_entry_never_goes_to_the_channel(table: DiscordTable, fake: FakeDiscord) -> None:
    since = len(fake.arrived)
    answer = table.gm.types("play", type="note", args=f"text='{HIDDEN} stirs'", secret=True)
    assert answer.is_private
    assert "stirs" in answer.said
    assert "stirs" not in public(fake, since)


def test_what_a_game_master_sees_more_is_for_them_alone(table: DiscordTable) -> None:
    answer = table.gm.types("sheet", who="ramjet")
    assert HIDDEN in answer.text
    assert answer.is_private
    mine = table.pat.types("sheet", who="ramjet")
    assert HIDDEN not in mine.text
    assert not mine.is_private


def test_a_hidden_character_is_not_there(table: DiscordTable) -> None:
    unknown, hidden = table.pat.types("sheet", who="nobody"), table.pat.types("sheet", who="umbra")
    assert hidden.text == unknown.text.replace("nobody", "umbra")
    assert table.pat.completes("sheet", "who", who="umb") == []
    assert table.gm.completes("sheet", "who", who="umb") == ["umbra"]


def sealed(user: DiscordUser) -> Answered:
    return user.types("roll", dice="1d6", what="in the dark", secret=True)


def test_a_sealed_roll_is_for_game_masters(table: DiscordTable, fake: FakeDiscord) -> None:
    since = len(fake.arrived)
    assert sealed(table.gm).is_private
    answer = sealed(table.pat)
    assert answer.is_private
    assert "in the dark" not in public(fake, since)


COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("sheet", {"who": "ramjet"}),
    ("sheet", {"who": "umbra"}),
    ("sheet", {}),
    ("roll", {"dice": "1d6", "who": "umbra"}),
    ("roll", {"dice": "0d0"}),
    ("play", {"type": "damage", "args": "target=umbra track=hp amount=1"}),
    ("play", {"type": "damage", "args": "target=ramjet track=hp amount=1"}),
    ("play", {"type": "nothing", "args": "a=b"}),
    ("play", {"type": "damage", "args": "target='ramjet"}),
    ("play", {"type": "damage", "args": "target"}),
    ("undo", {"entry": "1"}),
    ("undo", {"entry": "8", "policy": "cascade"}),
    ("undo", {"entry": "9", "policy": "keep"}),
    ("undo", {"entry": "umbra"}),
    ("answer", {}),
    ("answer", {"choice": "yes"}),
    ("retcon status", {}),
]


@pytest.mark.parametrize("who", ["pat", "olga", "out"])
def test_no_hidden_word_reaches_anybody(table: DiscordTable, fake: FakeDiscord, who: str) -> None:
    since, user = len(fake.arrived), getattr(table, who)
    for command, options in COMMANDS:
        interaction = user.types(command, **options)
        assert "ninth cellar" not in str(interaction.json), (command, options)
    for option in ("who", "entry", "type", "args", "choice"):
        for command in ("sheet", "roll", "play", "undo", "answer"):
            typed = {"type": "damage", option: "target=" if option == "args" else ""}
            offered = user.completes(command, option, **typed)
            assert "umbra" not in str(offered), (command, option)
    assert "ninth cellar" not in public(fake, since)


HOSTILE = "@everyone <@1> **bold** ```js [x](https://x.example) \u202eevil"


def test_a_hostile_name_is_only_text(table: DiscordTable) -> None:
    table.table.gm.does("freeform.create_character", handle="mallory", name=HOSTILE, owners=[table.table.pat.id])
    shown = table.pat.types("sheet", who="mallory")
    inside = shown.text.removeprefix("```\n").removesuffix("\n```")
    assert "```" not in inside
    rolled = table.pat.types("roll", dice="1d6", what=HOSTILE, who="mallory")
    for answer in (shown, rolled):
        assert answer.json["data"]["allowed_mentions"] == {"parse": []}
        assert "\u202e" not in answer.text
    assert "\\@everyone \\<\\@1\\>" in rolled.text
    assert "**bold" not in rolled.text
    assert "](" not in rolled.text


def test_a_long_answer_fits_into_a_message(table: DiscordTable) -> None:
    answer = table.pat.types("play", type="note", args=f"text='{'*long* ' * 600}'")
    assert len(answer.text) <= 2000
    table.table.gm.does("freeform.create_character", handle="crowded", name="Crowded", owners=[])
    for number in range(90):
        table.table.gm.does("freeform.afflict", target="crowded", what=f"a condition that is called {number}")
    sheet = table.pat.types("sheet", who="crowded")
    assert len(sheet.text) <= 2000
    assert "more lines" in sheet.said
    assert sheet.text.endswith("```")
