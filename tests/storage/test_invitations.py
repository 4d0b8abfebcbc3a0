"""Invitations and grants."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from api.storage.accounts import Account, Accounts
from api.storage.database import Pool
from api.storage.invitations import Grants, Invitation, Invitations

CAMPAIGN = uuid4()


@pytest.fixture
def gm(pool: Pool) -> Account:
    return Accounts(pool).open("person", "Gil")


@pytest.fixture
def invitations(pool: Pool) -> Invitations:
    return Invitations(pool)


def invite(invitations: Invitations, gm: Account, uses: int = 1, hours: int = 1) -> tuple[Invitation, str]:
    until = datetime.now(UTC) + timedelta(hours=hours)
    return invitations.invite(CAMPAIGN, "player", invited_by=gm.id, uses=uses, expires_at=until)


def used(invitations: Invitations, code: str) -> bool:
    with invitations.using(code) as use:
        return use.invitation is not None


def test_a_code_gives_its_invitation(invitations: Invitations, gm: Account) -> None:
    made, code = invite(invitations, gm)
    with invitations.using(code) as use:
        invitation = use.invitation
        assert invitation is not None
        assert (invitation.id, invitation.role, invitation.campaign, invitation.uses_left) == (
            made.id,
            "player",
            CAMPAIGN,
            0,
        )


def test_an_invitation_is_used_up(invitations: Invitations, gm: Account) -> None:
    _, code = invite(invitations, gm, uses=2)
    assert [used(invitations, code) for _ in range(3)] == [True, True, False]


def test_a_use_that_fails_is_given_back(invitations: Invitations, gm: Account) -> None:
    _, code = invite(invitations, gm)
    with pytest.raises(RuntimeError), invitations.using(code):
        raise RuntimeError
    assert used(invitations, code)


def test_the_last_use_goes_to_one_of_two(invitations: Invitations, gm: Account) -> None:
    _, code = invite(invitations, gm)
    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(lambda _: used(invitations, code), range(2))) == [False, True]


def test_an_invitation_lapses(invitations: Invitations, gm: Account) -> None:
    _, code = invite(invitations, gm, hours=-1)
    assert not used(invitations, code)
    assert invitations.of(CAMPAIGN) == []


def test_a_withdrawn_invitation_lets_nobody_in(invitations: Invitations, gm: Account) -> None:
    made, code = invite(invitations, gm)
    assert invitations.withdraw(CAMPAIGN, made.id)
    assert not used(invitations, code)


def test_an_invitation_belongs_to_its_campaign(invitations: Invitations, gm: Account) -> None:
    made, _ = invite(invitations, gm)
    assert not invitations.withdraw(uuid4(), made.id)


@pytest.fixture
def bot(pool: Pool, gm: Account) -> UUID:
    return Accounts(pool).open("bot", "Dicer", gm.id).id


def test_a_grant_holds_for_one_member_in_one_campaign(pool: Pool, gm: Account, bot: UUID) -> None:
    grants = Grants(pool)
    grants.give(CAMPAIGN, gm.id, bot)
    assert grants.scopes_of(CAMPAIGN, gm.id, bot)
    assert not grants.scopes_of(uuid4(), gm.id, bot)
    assert not grants.scopes_of(CAMPAIGN, uuid4(), bot)


def test_a_grant_that_has_ended_holds_no_more(pool: Pool, gm: Account, bot: UUID) -> None:
    grants = Grants(pool)
    grants.give(CAMPAIGN, gm.id, bot)
    grants.give(CAMPAIGN, gm.id, bot)
    assert [grant.name for grant in grants.of(CAMPAIGN, gm.id)] == ["Dicer"]
    assert grants.end(CAMPAIGN, gm.id, bot)
    assert not grants.scopes_of(CAMPAIGN, gm.id, bot)


def test_what_was_granted_ends_with_the_bot(pool: Pool, gm: Account, bot: UUID) -> None:
    Grants(pool).give(CAMPAIGN, gm.id, bot)
    Accounts(pool).erase(bot)
    assert not Grants(pool).scopes_of(CAMPAIGN, gm.id, bot)
