"""A first session at a table, by the client alone: people, play, questions, changes of the past, downtime, files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from retcon_client import (
    ActionRequest,
    Amend,
    AsyncClient,
    Campaign,
    Client,
    EntryView,
    Insert,
    NotOneCampaign,
    Secret,
    Service,
    ServiceProblem,
    command,
)
from tests.api.client.conftest import found
from tests.api.serving import Serving


class Seated(NamedTuple):
    """A table: its game master's client, a player's, and the player as member."""

    gm: Client
    pat: Client
    member: str
    campaign: Campaign


@pytest.fixture(scope="module")
def seated(server: Serving, client: Client) -> Iterator[Seated]:
    """A game master and a player, who has joined by invitation and plays Ramjet."""
    campaign = found(client, "The Sea Hag")
    invited = client.send(campaign.invite(role="player"))
    with Client(server.url) as stranger:
        joined = stranger.send(Service().accept_invitation(invited.code, name="Pat"))
    assert isinstance(joined.secret, Secret)
    owners = [joined.member]
    client.send(campaign.play("freeform.create_character", name="Ramjet", owners=owners, tracks={"hp": 10}))
    with Client(server.url, joined.secret) as pat:
        yield Seated(client, pat, joined.member, campaign)


def hp(seated: Seated, campaign: Campaign | None = None) -> int | None:
    return seated.pat.send((campaign or seated.campaign).show_character("ramjet")).tracks["hp"].current


def strike(seated: Seated, amount: int) -> EntryView:
    entry = seated.gm.send(seated.campaign.play("freeform.damage", target="ramjet", track="hp", amount=amount))
    assert isinstance(entry, EntryView)
    return entry


def test_a_campaign_is_found_by_its_name_in_any_case(seated: Seated) -> None:
    assert seated.pat.send(Service().find_campaign("the SEA hag")).id == seated.campaign.id


def test_a_campaign_that_is_not_ones_own_is_not_found(seated: Seated) -> None:
    with pytest.raises(NotOneCampaign, match="None of your campaigns is called 'Sea'"):
        seated.pat.send(Service().find_campaign("Sea"))


def test_a_dry_run_writes_nothing_and_leaves_its_id_free(seated: Seated) -> None:
    blow = seated.campaign.play("freeform.damage", target="ramjet", track="hp", amount=1)
    before = hp(seated)
    tried = seated.gm.send(blow.dry_run())
    assert (tried.rolls, hp(seated)) == ((), before)
    written = seated.gm.send(blow)
    assert isinstance(written, EntryView)
    assert (written.entry, hp(seated)) == (tried.entry, (before or 0) - 1)


def test_dice_that_the_table_rolled_are_played_with(seated: Seated) -> None:
    entry = seated.pat.send(seated.campaign.play("freeform.roll", label="search", notation="2d6", dice=[3, 4]))
    assert isinstance(entry, EntryView)
    assert ([die.value for die in entry.rolls[0].dice], entry.rolls[0].total) == ([3, 4], 7)


def test_a_refusal_names_the_field_that_is_wrong(seated: Seated) -> None:
    with pytest.raises(ServiceProblem) as refused:
        seated.pat.send(seated.campaign.play("freeform.roll", notation="2d6", wrong=1))
    assert refused.value.problem.fields[0].field == "args.wrong"


def test_an_open_question_is_answered(seated: Seated) -> None:
    question = {"key": "door", "prompt": "Go in?", "options": ["yes", "no"], "default": "no"}
    seated.gm.send(seated.campaign.play("freeform.ask", question, owner=seated.member))
    (asked,) = seated.pat.rows(seated.campaign.list_decisions(owner="Pat"))
    answer = seated.pat.send(seated.campaign.answer(asked, "yes"))
    assert isinstance(answer, EntryView)
    assert (asked.mine, answer.answers, list(seated.pat.rows(seated.campaign.list_decisions()))) == (True, "door", [])


def test_another_answer_is_taken_late_by_a_revision(seated: Seated) -> None:
    question = {"key": "way", "prompt": "Left or right?", "options": ["left", "right"], "default": "left"}
    seated.gm.send(seated.campaign.play("freeform.ask", question, owner=seated.member))
    (asked,) = seated.gm.rows(seated.campaign.list_decisions())
    answer = seated.gm.send(seated.campaign.answer(asked, "right"))
    late = seated.campaign.take(asked, "left")
    assert answer.entry in [one.entry for one in seated.gm.send(late.dry_run()).entries]
    assert isinstance(seated.gm.send(late).entry, EntryView)


def test_a_revision_is_planned_and_then_committed_by_its_plan(seated: Seated) -> None:
    before = hp(seated)
    blow = strike(seated, 3)
    plan = seated.gm.send(seated.campaign.revise(undo=[blow.entry]).dry_run())
    done = seated.gm.send(seated.campaign.revise(undo=[blow.entry], plan=plan.plan))
    assert isinstance(done.entry, EntryView)
    assert ([change.path for change in plan.changes], hp(seated)) == (["character/ramjet.tracks.hp.current"], before)


def test_the_past_is_amended_and_inserted_into(seated: Seated) -> None:
    before = hp(seated) or 0
    blow = strike(seated, 3)
    lighter = command("freeform.damage", target="ramjet", track="hp", amount=1)
    seated.gm.send(seated.campaign.revise(amend=Amend(entry=blow.entry, command=lighter), reason="It was lighter."))
    seated.gm.send(
        seated.campaign.revise(insert=Insert(after=blow.entry, command={**lighter, "id": ""}), policy="keep")
    )
    assert hp(seated) == before - 2


def test_a_plan_that_is_no_longer_true_is_refused_with_the_new_one(seated: Seated) -> None:
    blow = strike(seated, 1)
    with pytest.raises(ServiceProblem) as refused:
        seated.gm.send(seated.campaign.revise(undo=[blow.entry], plan="another"))
    problem = refused.value.problem
    assert (refused.value.slug, problem.plan is not None) == ("plan-moved", True)


def test_a_sheet_is_read_as_it_was_and_explained(seated: Seated) -> None:
    blow = strike(seated, 1)
    earlier = seated.campaign.at(as_of=blow.entry - 1)
    explained = seated.pat.send(seated.campaign.explain_value("ramjet", path="tracks.hp.current"))
    assert hp(seated, earlier) == (hp(seated) or 0) + 1
    assert explained.steps[-1].entry == blow.entry


def test_a_bot_acts_for_a_member_who_lets_it(server: Serving, seated: Seated) -> None:
    scribe = seated.pat.send(Service().make_bot(name="Scribe"))
    seated.pat.send(seated.campaign.give_grant("Pat", scribe.account.id))
    table = Campaign(seated.campaign.id, on_behalf_of="Pat")
    with Client(server.url, scribe.secret) as bot:
        note = bot.send(table.play("freeform.note", text="It rains."))
    assert isinstance(note, EntryView)
    assert (note.member, note.through) == (seated.member, scribe.account.id)


def test_downtime_is_planned_carried_out_and_reported(seated: Seated) -> None:
    before = hp(seated)
    phase = seated.gm.send(seated.campaign.open_downtime(title="Ashore", days=1, slots={"ramjet": 1})).number
    rest = ActionRequest(type="freeform.damage", args={"target": "ramjet", "track": "hp", "amount": 1})
    seated.pat.send(seated.campaign.plan_downtime(phase, "ramjet", actions=[rest]))
    tried = seated.gm.send(seated.campaign.process_downtime(phase).dry_run())
    done = seated.gm.send(seated.campaign.process_downtime(phase))
    report = seated.pat.send(seated.campaign.show_downtime_report(phase))
    assert (tried.preview, [one.state for one in done.actions], hp(seated)) == (True, ["done"], (before or 0) - 1)
    assert isinstance(report.people[0].actions[0].entry, EntryView)


def test_a_ledger_is_exported_and_facts_are_taken(seated: Seated) -> None:
    ledger = seated.gm.send(seated.campaign.export())
    facts = seated.gm.send(seated.campaign.take_facts(table="rolls"))
    assert len(ledger.splitlines()) > seated.gm.send(seated.campaign.show_campaign()).head.entry
    assert facts.startswith(b'"campaign","entry",')


def test_requests_of_a_table_are_sent_on_an_event_loop_too(server: Serving, seated: Seated) -> None:
    async def look() -> list[str]:
        async with AsyncClient(server.url, server.owner_token) as client:
            names = [member.name or "" async for member in client.rows(seated.campaign.list_members(limit=1))]
            await client.send(seated.campaign.play("freeform.note", text="hello"))
            return names

    assert "Pat" in asyncio.run(look())
