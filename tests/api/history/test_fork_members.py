"""Who takes part in the forks of a campaign, when they leave that, and which bots act for them there."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.people import Person, Table
from tests.api.test_access import on_behalf_of


@pytest.fixture
def table(owner: Person) -> Table:
    return Table(owner)


def forked(person: Person, name: str = "What if") -> str:
    made: str = person.ask("POST", "./forks", 201, json={"name": name})["id"]
    return made


def sent_away(person: Person, member: Person, **query: object) -> list[str]:
    """The forks, by name, in which somebody still takes part who was sent away."""
    answer = person.ask("DELETE", f"./members/{member.id}", 200, params=query)
    return [fork["name"] for fork in answer["forks"]]


class TestLeaving:
    def test_a_removed_member_stays_in_the_forks_that_the_answer_lists(self, table: Table) -> None:
        fork = forked(table.gm)
        forked(table.gm.at(fork), "What else")
        assert sent_away(table.gm, table.pat) == ["What if", "What else"]
        assert table.pat.at(fork).see(".")["role"] == "player"

    def test_a_member_is_removed_from_the_forks_on_request(self, table: Table) -> None:
        fork = forked(table.gm)
        further = forked(table.gm.at(fork), "What else")
        assert sent_away(table.gm, table.pat, forks=True) == []
        for campaign in (table.id, fork, further):
            table.pat.at(campaign).problem("GET", ".", 404)

    def test_a_member_who_leaves_may_leave_the_forks_as_well(self, table: Table) -> None:
        forked(table.gm)
        assert sent_away(table.pat, table.pat, forks=True) == []

    def test_a_fork_keeps_its_game_master(self, table: Table) -> None:
        fork = forked(table.gm)
        table.gm.ask("PATCH", f"./members/{table.pat.id}", 200, json={"role": "gm"})
        assert sent_away(table.gm, table.gm, forks=True) == ["What if"]
        assert table.gm.at(fork).see(".")["role"] == "gm"

    def test_forks_that_the_caller_does_not_sit_in_are_not_told_of(self, table: Table) -> None:
        fork = forked(table.gm)
        table.gm.ask("PATCH", f"./members/{table.olga.id}", 200, json={"role": "gm"})
        table.gm.at(fork).ask("DELETE", f"./members/{table.olga.id}", 200)
        assert sent_away(table.olga, table.pat, forks=True) == []
        assert table.pat.at(fork).see(".")["role"] == "player"

    def test_a_removed_member_is_in_no_later_fork(self, table: Table) -> None:
        sent_away(table.gm, table.pat)
        table.pat.at(forked(table.gm)).problem("GET", ".", 404)


class TestBots:
    @pytest.fixture
    def bot(self, table: Table) -> Person:
        """A bot of the game master's that acts for them, and for Pat."""
        made = table.gm.ask("POST", "/bots", 201, json={"name": f"Dicer {uuid4()}"})
        bot = Person(table.gm.http, made["secret"], made["account"]["id"], table.id)
        for member in (table.gm, table.pat):
            member.ask("PUT", f"./members/{member.id}/grants/{bot.id}", 204)
        return bot

    def test_a_bot_acts_in_a_fork_for_its_maker_and_for_no_other_member(self, table: Table, bot: Person) -> None:
        branch = bot.at(forked(table.gm))
        assert branch.ask("GET", ".", headers=on_behalf_of(table.gm))["role"] == "gm"
        branch.problem("GET", ".", 403, headers=on_behalf_of(table.pat))

    def test_when_it_no_longer_acts_in_the_campaign_it_does_not_in_its_forks(self, table: Table, bot: Person) -> None:
        branch = bot.at(forked(table.gm))
        table.gm.ask("DELETE", f"./members/{table.gm.id}/grants/{bot.id}", 204)
        branch.problem("GET", ".", 403, headers=on_behalf_of(table.gm))

    def test_what_is_ended_in_a_fork_goes_on_in_the_campaign(self, table: Table, bot: Person) -> None:
        fork = forked(table.gm)
        table.gm.at(fork).ask("DELETE", f"./members/{table.gm.id}/grants/{bot.id}", 204)
        assert bot.ask("GET", ".", headers=on_behalf_of(table.gm))["role"] == "gm"

    def test_for_a_member_who_is_sent_away_from_all_forks_it_acts_in_none(self, table: Table, bot: Person) -> None:
        fork = forked(table.gm)
        table.pat.at(fork).ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
        sent_away(table.gm, table.pat, forks=True)
        bot.at(fork).problem("GET", ".", 403, headers=on_behalf_of(table.pat))
