"""Members at a terminal: how they come in, what they are, and how they leave."""

import pytest

from tests.cli.table.conftest import NIGHT, CliTable


def roles(table: CliTable) -> dict[str, str]:
    return {each["name"]: each["role"] for each in table.gm.json("members", NIGHT)}


def test_an_invitation_prints_its_code_alone(table: CliTable) -> None:
    done = table.gm("invite", NIGHT, "--uses", 2, "--days", 3)
    assert len(done.out.split()) == 1
    assert "lets in 2 people" in done.said


def test_bug_a_code_of_an_invitation_never_looks_like_an_option(
    table: CliTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.storage.invitations.token_urlsafe", lambda _: "-q7")
    code = table.gm("invite", NIGHT).out.strip()
    assert table.gm("join", code, "--name", "Quin").code == 0


def test_joining_by_name_prints_the_new_token_alone(table: CliTable) -> None:
    ann = table.join("Ann", "player")
    assert ann.json("campaigns")[0]["role"] == "player"


def test_joining_with_a_token_makes_no_account(table: CliTable) -> None:
    table.gm("found", "Dusk", "--game", "freeform")
    code = table.gm("invite", "Dusk").out.strip()
    done = table.pat("join", code)
    assert (done.code, done.out) == (0, "")
    assert "Pat takes part in 'Dusk' as player" in done.said


def test_joining_needs_a_name_or_a_token(table: CliTable) -> None:
    code = table.gm("invite", NIGHT).out.strip()
    done = table.gm("join", code)
    assert (done.code, "--name" in done.said) == (2, True)


def test_a_wrong_code_is_told_as_such(table: CliTable) -> None:
    done = table.gm("join", "nonsense", "--name", "Nell")
    assert (done.code, "ask for another" in done.said) == (2, True)


def test_an_invitation_is_withdrawn_by_its_code(table: CliTable) -> None:
    code = table.gm("invite", NIGHT, "--as", "gm").out.strip()
    assert "gm" in table.gm("invitations", NIGHT).out
    table.gm("invitations", NIGHT, "--withdraw", code)
    assert table.gm("join", code, "--name", "Late").code == 2


def test_all_invitations_are_withdrawn_at_once(table: CliTable) -> None:
    table.gm("invite", NIGHT)
    assert table.gm.json("invitations", NIGHT, "--withdraw", "all") == []


def test_only_a_game_master_invites(table: CliTable) -> None:
    done = table.pat("invite", NIGHT)
    assert (done.code, "game master" in done.said) == (1, True)


def test_members_are_listed_with_the_characters_they_play(table: CliTable) -> None:
    table.play("create_character", '{"name": "Ramjet", "owners": ["Pat"]}')
    assert "Pat player Ramjet" in table.olga("members", NIGHT).told


def test_a_role_is_given_by_name(table: CliTable) -> None:
    table.join("Rita", "observer")
    assert "Rita is now player" in table.gm("role", NIGHT, "rita", "player").out
    assert roles(table)["Rita"] == "player"


def test_a_player_gives_no_roles(table: CliTable) -> None:
    assert table.pat("role", NIGHT, "Pat", "gm").code == 1


def test_a_member_is_dismissed_by_name(table: CliTable) -> None:
    dora = table.join("Dora", "player")
    table.gm("dismiss", NIGHT, "Dora")
    assert "Dora" not in roles(table)
    assert dora("members", NIGHT).code == 2


def test_a_member_leaves(table: CliTable) -> None:
    lea = table.join("Lea", "player")
    assert lea("leave", NIGHT).code == 0
    assert "Lea" not in roles(table)


def test_the_last_game_master_cannot_leave(table: CliTable) -> None:
    done = table.gm("leave", NIGHT)
    assert (done.code, "at least one game master" in done.said) == (1, True)


def test_leaving_needs_a_part_in_the_campaign(table: CliTable) -> None:
    stranger = table.gm("account", "create", "Walter")
    done = table.acting(stranger.out.strip())("leave", NIGHT)
    assert (done.code, "There is no campaign" in done.said) == (2, True)


def test_a_bot_acts_for_a_member_who_allows_it(table: CliTable) -> None:
    assert table.pat("bot", "create", "Dicer").out.startswith("retcon_")
    table.pat("bot", "allow", NIGHT, "dicer", "--scope", "read")
    assert "Dicer Pat read" in table.gm("bot", "grants", NIGHT).told
    table.pat("bot", "forbid", NIGHT, "Dicer")
    assert table.pat.json("bot", "grants", NIGHT) == {table.pat.json("account", "show")["id"]: []}
    table.pat("bot", "end", "Dicer")
    assert "Dicer" not in table.pat("bot", "list").out


def test_a_member_who_lost_their_token_comes_back_by_a_code(table: CliTable) -> None:
    table.join("Rob", "player")
    code = table.gm("recover", NIGHT, "rob").out.strip()
    back = table.gm("join", code)
    assert "Rob is back" in back.said
    assert table.acting(back.out.strip()).json("campaigns")[0]["role"] == "player"
    assert "Rob has come back by a recovery code" in table.gm("log", NIGHT, "--limit", 1).out


def test_a_member_who_does_not_exist_is_refused_with_those_who_do(table: CliTable) -> None:
    refused = table.gm("role", NIGHT, "Patt", "gm")
    assert (refused.code, "'Patt'" in refused.said, "Olga" in refused.said) == (2, True, True)
