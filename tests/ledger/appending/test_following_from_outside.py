"""A program of one's own follows a campaign as domain/ledger/README.md shows it, with the library's runner."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ProgrammingError

from domain.ledger.postgres.following import FollowedCampaign
from domain.ledger.postgres.store import PostgresStore
from domain.vocabulary.log import Rolled
from tests.checks.source import ROOT
from tests.ledger.builders import HERO, drafted, found, opens, play, spends, write

Follow = Callable[[str, str, str], Any]

SECONDS = 20.0


def rolls(total: int) -> tuple[str, Rolled]:
    return HERO, Rolled(name="leap", notation="1d6", total=total)


@pytest.fixture(scope="module")
def follow() -> Follow:
    """The example's own function."""
    text = (ROOT / "domain" / "ledger" / "README.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, "domain/ledger/README.md", "exec"), names)
    function: Follow = names["follow"]
    return function


@pytest.fixture
def campaign(postgres_store: PostgresStore) -> UUID:
    return found(postgres_store, play(opens(HERO, 9)), play(rolls(2)), play(rolls(5)))


def averages(follow: Follow, store: PostgresStore, url: str, campaign: UUID, file: Path) -> dict[str, float]:
    """What the example has counted once it has come as far as the ledger."""
    with follow(url, str(campaign), str(file)) as runner:
        runner.wait(store.head(campaign).position, timeout=SECONDS)
        counted: dict[str, float] = runner.view.averages()
        return counted


def test_the_example_counts_what_was_played(
    follow: Follow, postgres_store: PostgresStore, ledger_url: str, campaign: UUID, tmp_path: Path
) -> None:
    assert averages(follow, postgres_store, ledger_url, campaign, tmp_path / "view") == {"leap": 3.5}


def test_the_example_goes_on_where_it_stopped_and_counts_nothing_twice(
    follow: Follow, postgres_store: PostgresStore, ledger_url: str, campaign: UUID, tmp_path: Path
) -> None:
    averages(follow, postgres_store, ledger_url, campaign, tmp_path / "view")
    write(postgres_store, campaign, play(spends(HERO, 1)), play(rolls(2)))
    assert averages(follow, postgres_store, ledger_url, campaign, tmp_path / "view") == {"leap": 3.0}


def test_the_example_hears_of_what_is_played_while_it_follows(
    follow: Follow, postgres_store: PostgresStore, ledger_url: str, campaign: UUID, tmp_path: Path
) -> None:
    with follow(ledger_url, str(campaign), str(tmp_path / "view")) as runner:
        write(postgres_store, campaign, play(rolls(5)))
        runner.wait(postgres_store.head(campaign).position, timeout=SECONDS)
        assert runner.view.averages() == {"leap": 4.0}


def test_what_is_tracked_of_several_campaigns_is_kept_apart(
    follow: Follow, postgres_store: PostgresStore, ledger_url: str, campaign: UUID, tmp_path: Path
) -> None:
    other = found(postgres_store, play(rolls(6)))
    averages(follow, postgres_store, ledger_url, campaign, tmp_path / "view")
    assert averages(follow, postgres_store, ledger_url, other, tmp_path / "view") == {"leap": pytest.approx(13 / 3)}


def test_a_followed_campaign_is_not_written_to(postgres_store: PostgresStore, ledger_url: str, campaign: UUID) -> None:
    late = drafted(postgres_store, campaign, play(rolls(1)))
    env = {"RETCON_DATABASE_URL": ledger_url, "RETCON_CAMPAIGN": str(campaign)}
    with FollowedCampaign(env) as followed, pytest.raises(ProgrammingError, match="give commands to the service"):
        followed.append(late)


def test_a_campaign_that_does_not_exist_is_told(ledger_url: str) -> None:
    env = {"RETCON_DATABASE_URL": ledger_url, "RETCON_CAMPAIGN": str(uuid4())}
    with FollowedCampaign(env) as followed, pytest.raises(LookupError, match="there is no campaign"):
        followed.recorder.max_notification_id()
