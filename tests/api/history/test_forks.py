"""Forks over HTTP: made, played, compared, and what of them is brought back."""

from uuid import uuid4

import msgspec
import pytest

from domain.dice.verify import DiceDocument, verify_dice
from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    """Ramjet, played by Pat: entries to create him, 4 damage, 1 damage."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10, "luck": 1})
    hit(table.pat, 4)
    hit(table.pat, 1)
    return table


def hit(person: Person, amount: int, **rest: object) -> int:
    entry: int = person.does("freeform.damage", target="ramjet", track="hp", amount=amount, **rest)["entry"]
    return entry


def hp(person: Person, **point: object) -> int:
    current: int = person.see("./characters/ramjet", **point)["tracks"]["hp"]["current"]
    return current


def newest(person: Person) -> int:
    entry: int = person.see(".")["head"]["entry"]
    return entry


def forked(table: Table, back: int = 1, **asked: object) -> str:
    """A fork that goes off so many entries before the newest."""
    body = {"name": "What if", "at": newest(table.gm) - back, **asked}
    made: str = table.gm.ask("POST", "./forks", 201, json=body)["id"]
    return made


class TestMaking:
    def test_a_fork_says_where_it_goes_off(self, table: Table) -> None:
        head = newest(table.gm)
        made = table.gm.ask("POST", "./forks", 201, json={"name": "What if", "at": head - 1})
        assert (made["forked_from"], made["at"], made["known_at"], made["role"]) == (table.id, head - 1, head, "gm")
        assert made["head"]["entry"] == head + 1

    def test_without_an_entry_it_goes_off_now(self, table: Table) -> None:
        made = table.gm.ask("POST", "./forks", 201, json={"name": "What if"})
        assert made["at"] == made["known_at"] == newest(table.gm)
        assert hp(table.pat.at(made["id"])) == 5

    def test_a_repeated_request_makes_one_fork(self, table: Table) -> None:
        body = {"name": "What if", "id": str(uuid4())}
        first, second = (table.gm.ask("POST", "./forks", 201, json=body) for _ in range(2))
        assert first == second
        assert len(table.gm.see("./forks")) == 1

    def test_an_id_of_another_campaign_is_refused(self, table: Table) -> None:
        problem = table.gm.problem("POST", "./forks", 409, json={"name": "What if", "id": table.id})
        assert problem["type"] == "/problems/campaign-id-taken"

    def test_an_entry_that_is_not_there_is_told_with_the_newest(self, table: Table) -> None:
        problem = table.gm.problem("POST", "./forks", 400, json={"name": "What if", "at": 999})
        assert problem["detail"] == f"There is no entry 999 to fork at; name one from 1 to {newest(table.gm)}."

    @pytest.mark.parametrize(("who", "status"), [("pat", 403), ("olga", 403), ("outsider", 404)])
    def test_only_a_game_master_forks(self, table: Table, who: str, status: int) -> None:
        getattr(table, who).problem("POST", "./forks", status, json={"name": "Mine"})

    def test_members_find_a_fork_among_forks_and_campaigns(self, table: Table) -> None:
        made = forked(table)
        for person in (table.gm, table.pat, table.olga):
            assert [(fork["id"], fork["name"]) for fork in person.see("./forks")] == [(made, "What if")]
        assert [c["forked_from"] for c in table.pat.see("/campaigns") if c["id"] == made] == [table.id]

    def test_a_member_removed_from_a_fork_does_not_find_it(self, table: Table) -> None:
        made = forked(table)
        table.gm.at(made).ask("DELETE", f"./members/{table.pat.id}", 200)
        assert table.pat.see("./forks") == []
        table.pat.problem("GET", f"./forks/{made}/compare", 404)


class TestPlaying:
    def test_players_go_on_in_it_and_nothing_changes_for_the_campaign(self, table: Table) -> None:
        before = [table.gm.see(path) for path in (".", "./entries", "./characters/ramjet", "./verification")]
        pat = table.pat.at(forked(table))
        hit(pat, 3)
        assert (hp(pat), hp(table.pat)) == (3, 5)
        assert before == [table.gm.see(path) for path in (".", "./entries", "./characters/ramjet", "./verification")]

    def test_the_past_of_a_fork_can_be_read_up_to_the_fork_point(self, table: Table) -> None:
        head, pat = newest(table.gm), table.pat.at(forked(table))
        assert [hp(pat, as_of=head - back) for back in (2, 1)] == [10, 6]
        assert pat.problem("GET", "./characters/ramjet", 400, params={"as_of": head})["detail"].startswith(
            f"Entry {head} is no part of this fork"
        )

    def test_the_ledger_of_a_fork_shows_the_shared_and_its_own_entries(self, table: Table) -> None:
        head, fork = newest(table.gm), table.gm.at(forked(table))
        own = hit(fork, 3)
        assert [entry["entry"] for entry in fork.see("./entries")] == [*range(1, head), head + 1, own]

    def test_what_it_plays_can_be_undone_but_not_what_it_shares(self, table: Table) -> None:
        head, fork = newest(table.gm), table.gm.at(forked(table))
        fork.ask("POST", "./revisions", 201, json={"undo": [hit(fork, 3)]})
        problem = fork.problem("POST", "./revisions", 400, json={"undo": [head - 1]})
        assert problem["type"] == "/problems/shared-past"
        assert hp(fork) == 6

    def test_values_are_explained_through_both(self, table: Table) -> None:
        fork = table.pat.at(forked(table))
        hit(fork, 3)
        steps = fork.see("./characters/ramjet/explain", path="tracks.hp.current")["steps"]
        assert [step["after"] for step in steps] == [10, 6, 3]

    def test_the_chain_and_the_dice_of_a_fork_verify(self, table: Table) -> None:
        fork = table.gm.at(forked(table))
        fork.does("freeform.open_session")
        fork.does("freeform.roll", label="leap", notation="2d6")
        fork.does("freeform.end_session")
        assert fork.see("./verification")["ok"]
        verdict = verify_dice(msgspec.json.decode(fork.send("GET", "./dice").content, type=DiceDocument))
        assert (verdict.sound, {one.die.label for one in verdict.recomputed}) == (True, {"leap"})

    def test_a_deed_it_shares_is_answered_on_dice_that_can_be_checked(self, table: Table) -> None:
        asked = {"key": "jump", "prompt": "Jump?", "options": ["yes", "no"], "default": "no"}
        deed = table.gm.does("freeform.ask", owner=table.pat.id, **asked)["entry"]
        fork = table.pat.at(forked(table, back=0))
        fork.does("freeform.answer", deed=deed, key="jump", choice="yes")
        assert (fork.see("./decisions"), len(table.pat.see("./decisions"))) == ([], 1)

    def test_a_difference_within_it_runs_through_both(self, table: Table) -> None:
        head, fork = newest(table.gm), table.gm.at(forked(table))
        hit(fork, 3)
        changes = fork.see("./diff", **{"from": head - 2})["changes"]
        assert [(c["before"], c["after"]) for c in changes if c["path"].startswith("character/")] == [(10, 3)]

    def test_a_fork_can_be_exported(self, table: Table) -> None:
        fork = table.gm.at(forked(table))
        assert len(fork.send("GET", "./export").text.splitlines()) >= 2


class TestComparing:
    def test_a_comparison_shows_what_each_has_done_since_and_what_differs(self, table: Table) -> None:
        head, made = newest(table.gm), forked(table)
        own = hit(table.gm.at(made), 3)
        compared = table.pat.see(f"./forks/{made}/compare")
        sides = [[entry["entry"] for entry in compared[side]["entries"]] for side in ("parent", "fork")]
        assert sides == [[head], [head + 1, own]]
        assert [(change["path"], change["before"], change["after"]) for change in compared["changes"]] == [
            ("character/ramjet.tracks.hp.current", 5, 3)
        ]

    def test_where_nothing_was_played_nothing_differs(self, table: Table) -> None:
        made = forked(table, back=0)
        compared = table.gm.see(f"./forks/{made}/compare")
        assert (compared["changes"], compared["parent"]["entries"]) == ([], [])

    def test_each_side_is_read_page_by_page(self, table: Table) -> None:
        made = forked(table, back=2)
        page = table.gm.see(f"./forks/{made}/compare", limit=1)
        after = page["parent"]["next"]
        following = table.gm.see(f"./forks/{made}/compare", limit=1, parent_after=after)
        assert [each["parent"]["entries"][0]["entry"] for each in (page, following)] == [after, after + 1]
        assert following["parent"]["next"] is None

    def test_what_came_to_be_in_both_is_not_taken_for_one(self, table: Table) -> None:
        made = forked(table, back=0)
        fork = table.gm.at(made)
        table.gm.does("freeform.note", text="So that both are called alike.")
        for person, name in ((table.gm, "Ann"), (fork, "Bob")):
            person.does("freeform.create_character", name=name)
        compared = table.gm.see(f"./forks/{made}/compare")
        assert len({c["aggregate_id"] for c in compared["changes"] if c["path"].startswith("character/")}) == 1
        profiles = {
            c["path"]: (c["before"] is None, c["after"] is None) for c in compared["changes"] if "profile" in c["path"]
        }
        assert profiles == {"character/ann.profile.self": (False, True), "character/bob.profile.self": (True, False)}

    def test_a_fork_of_another_campaign_is_not_found(self, table: Table, owner: Person) -> None:
        made = forked(table)
        other = owner.ask("POST", "/campaigns", 201, json={"name": "Other", "system": "freeform"})["id"]
        owner.at(other).problem("GET", f"./forks/{made}/compare", 404)
        table.gm.problem("GET", f"./forks/{table.id}/compare", 404)
        table.gm.problem("GET", f"./forks/{uuid4()}/compare", 404)

    def test_a_token_for_the_campaign_alone_does_not_reach_into_its_forks(self, table: Table) -> None:
        made = forked(table)
        body = {"label": "here only", "campaign": table.id}
        secret = table.pat.ask("POST", "/tokens", 201, json=body)["secret"]
        narrowed = Person(table.pat.http, secret, table.pat.id, table.id)
        assert narrowed.see("./forks") == []
        narrowed.problem("GET", f"./forks/{made}/compare", 404)


def bring(table: Table, made: str, status: int, *entries: int, **asked: object) -> Json:
    return table.gm.ask("POST", f"./forks/{made}/bring-back", status, json={"entries": entries, **asked})


class TestBringingBack:
    def test_a_dry_run_plans_and_writes_nothing(self, table: Table) -> None:
        made, head = forked(table), newest(table.gm)
        plan = bring(table, made, 200, hit(table.gm.at(made), 3), dry_run=True)
        assert [(entry["entry"], entry["outcome"]) for entry in plan["entries"]] == [(head + 2, "inserted")]
        assert [(change["before"], change["after"]) for change in plan["changes"]] == [(5, 2)]
        assert newest(table.gm) == head

    def test_what_was_shown_is_written(self, table: Table) -> None:
        made, head = forked(table), newest(table.gm)
        own = hit(table.gm.at(made), 3)
        plan = bring(table, made, 200, own, dry_run=True)["plan"]
        done = bring(table, made, 201, own, plan=plan, reason="It was meant so.")
        assert (done["entry"]["reason"], done["became"]) == ("It was meant so.", {str(own): head + 2})
        assert (hp(table.pat), hp(table.pat, as_of=head + 2)) == (2, 3)

    def test_another_plan_by_now_is_a_conflict(self, table: Table) -> None:
        made = forked(table)
        own = hit(table.gm.at(made), 3)
        problem = bring(table, made, 409, own, plan="0" * 64)
        assert problem["type"] == "/problems/plan-moved"

    def test_what_only_the_fork_has_is_a_conflict_that_says_so(self, table: Table) -> None:
        made = forked(table)
        fork = table.gm.at(made)
        fork.does("freeform.create_character", name="Ghost", tracks={"hp": 3})
        own = fork.does("freeform.damage", target="ghost", track="hp", amount=1)["entry"]
        problem = bring(table, made, 409, own)
        [conflict] = problem["plan"]["entries"]
        assert (problem["type"], conflict["outcome"]) == ("/problems/revision-conflicts", "conflict")
        assert "it names something created only in the fork" in conflict["sentence"]

    def test_a_retry_answers_with_what_was_written(self, table: Table) -> None:
        made = forked(table)
        own, id = hit(table.gm.at(made), 3), str(uuid4())
        first, second = (bring(table, made, 201, own, id=id) for _ in range(2))
        assert (first["entry"], first["became"], second["plan"]) == (second["entry"], second["became"], None)

    def test_only_a_game_master_of_both_brings_back(self, table: Table) -> None:
        made = forked(table)
        own = hit(table.gm.at(made), 3)
        table.pat.problem("POST", f"./forks/{made}/bring-back", 403, json={"entries": [own]})
        table.gm.ask("PATCH", f"./members/{table.pat.id}", 200, json={"role": "gm"})
        table.pat.problem("POST", f"./forks/{made}/bring-back", 403, json={"entries": [own]})

    def test_an_entry_is_given_by_its_number(self, table: Table) -> None:
        made = forked(table)
        problem = bring(table, made, 400, 9, dice={"x": [1]})
        assert "its keys are entry numbers" in problem["detail"]
