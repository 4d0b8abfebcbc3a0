"""Accounts of the installation at a terminal."""

from tests.cli.table.conftest import NIGHT, CliTable


def names(table: CliTable) -> set[str]:
    return {each["name"] for each in table.gm.json("account", "list")}


def test_an_account_is_made_with_a_token(table: CliTable) -> None:
    walter = table.acting(table.gm("account", "create", "Walter").out.strip())
    assert walter.json("account", "show")["name"] == "Walter"


def test_only_the_owner_manages_accounts(table: CliTable) -> None:
    for words in (("list",), ("create", "Me"), ("founder", "Pat"), ("token", "Pat"), ("tokens", "Pat")):
        assert table.pat("account", *words).code == 1


def test_the_owner_lets_a_person_found_campaigns(table: CliTable) -> None:
    assert "ask them to allow your account" in table.pat("found", "Pat's", "--game", "freeform").said
    table.gm("account", "founder", "pat")
    assert table.pat.json("found", "Pat's", "--game", "freeform")["role"] == "gm"
    table.gm("account", "founder", "Pat", "--no-longer")
    assert table.pat("found", "Another", "--game", "freeform").code == 1


def test_a_new_token_is_made_for_a_person_and_the_lost_one_revoked(table: CliTable) -> None:
    lost = table.join("Lou", "player")
    again = table.acting(table.gm("account", "token", "Lou", "--label", "new phone").out.strip())
    table.gm("account", "tokens", "Lou", "--revoke", "first token")
    assert lost("members", NIGHT).code == 1
    assert again("members", NIGHT).code == 0
    assert table.gm("account", "tokens", "Lou", "--revoke", "nothing").code == 2


def test_an_account_ends_only_with_a_yes(table: CliTable) -> None:
    table.gm("account", "create", "Zed")
    assert table.gm("account", "end", "Zed").code == 2
    assert "Zed" in names(table)
    assert table.gm("account", "end", "Zed", "--yes").code == 0
    assert "Zed" not in names(table)


def test_the_owners_account_does_not_end(table: CliTable) -> None:
    assert table.gm("account", "end", "Owner", "--yes").code == 1


def test_an_unknown_account_is_told_as_such(table: CliTable) -> None:
    done = table.gm("account", "token", "Nobody")
    assert (done.code, "There is no account" in done.said) == (2, True)


def test_bug_a_person_with_a_token_sees_the_games(table: CliTable) -> None:
    assert "freeform" in table.pat("systems").out


def test_an_account_that_does_not_exist_is_refused_before_anything_is_asked(table: CliTable) -> None:
    refused = table.gm("account", "end", "Nobody")
    assert (refused.code, "There is no account 'Nobody'" in refused.said) == (2, True)
