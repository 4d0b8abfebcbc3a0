"""What is published is what the facts hold, and only what has changed is written."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from domain.history.plan import RevisionRequest
from domain.ledger.forking.fork import fork
from projections.analytics.publishing.dataset import data_set_at
from projections.analytics.publishing.filesystems import LocalFolder
from projections.analytics.publishing.lock import PublishedMeanwhile, publishing_alone
from projections.analytics.publishing.manifest import MANIFEST, UnreadableManifest
from projections.analytics.publishing.publisher import KEPT, OtherInstallation
from tests.analytics.publishing.published import BLOCK, PublishedLedgers, rows_of
from tests.projections.facts.test_facts import erase, revise
from tests.projections.followed import GM


@pytest.mark.parametrize("seed", range(3))
def test_published_step_by_step_equals_published_at_once(ledgers: PublishedLedgers, tmp_path: Path, seed: int) -> None:
    campaign = ledgers.followed.history(seed)
    head = ledgers.followed.store.head(campaign).entry
    for upto in range(5, head + 7, 7):
        ledgers.follow(upto)
        ledgers.publish()
        ledgers.check()
    at_once = PublishedLedgers(ledgers.followed, LocalFolder(tmp_path / "at once"))
    at_once.publish()
    assert ledgers.parts() == at_once.parts()


def test_where_nothing_has_changed_nothing_is_written(ledgers: PublishedLedgers) -> None:
    ledgers.followed.history(3)
    ledgers.followed.catch_up()
    assert ledgers.publish().rows > 0
    before = ledgers.folder.read(MANIFEST)
    again = ledgers.publish()
    assert (again.campaigns, again.rows, again.of, ledgers.folder.read(MANIFEST)) == (0, 0, 1, before)


def test_new_entries_leave_the_files_of_older_blocks(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.table()
    for _ in range(4 * BLOCK):
        ledgers.followed.gives(campaign, "note", text="Rain.")
    ledgers.followed.catch_up()
    ledgers.publish()
    before = set(ledgers.folder.paths())
    ledgers.followed.gives(campaign, "roll", label="leap", notation="1d6", actor="ada")
    ledgers.followed.catch_up()
    done = ledgers.publish()
    data = data_set_at(str(ledgers.folder.path))
    assert len(set(data.paths("entries")) - before) == 1
    assert len(set(data.paths("entries")) & before) >= 3
    assert done.rows < 4 * BLOCK
    ledgers.check()


def test_what_is_undone_is_struck_in_its_old_file(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.table()
    rolled = ledgers.followed.gives(campaign, "roll", label="leap", notation="1d6", actor="ada")
    for _ in range(3 * BLOCK):
        ledgers.followed.gives(campaign, "note", text="Rain.")
    ledgers.followed.catch_up()
    ledgers.publish()
    ledgers.followed.ledger.revise(campaign, GM, RevisionRequest(id=str(uuid4()), undo=(rolled,)))
    ledgers.followed.catch_up()
    ledgers.publish()
    ledgers.check()
    facts = rows_of(data_set_at(str(ledgers.folder.path)), "facts").to_pylist()
    assert {row["struck"] is not None for row in facts if row["entry"] == rolled} == {True}


def test_a_fork_is_published_with_what_it_shares(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.table()
    ledgers.followed.gives(campaign, "roll", label="leap", notation="1d6", actor="ada")
    ledgers.followed.catch_up()
    ledgers.publish()
    other = fork(ledgers.followed.ledger, campaign, GM, "What if").id
    ledgers.followed.gives(other, "roll", label="leap", notation="1d6", actor="ada")
    ledgers.followed.catch_up()
    done = ledgers.publish()
    ledgers.check()
    dice = rows_of(data_set_at(str(ledgers.folder.path)), "dice").to_pylist()
    assert (done.campaigns, done.of) == (1, 2)
    assert [row["campaign"] for row in dice].count(str(other)) == 2


def test_an_erased_reason_leaves_the_files_of_its_campaign_and_of_its_forks(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.table()
    rolled = ledgers.followed.gives(campaign, "roll", label="leap", notation="1d6", actor="ada")
    revision = revise(ledgers.followed, campaign, undo=(rolled,), reason="It missed.")
    fork(ledgers.followed.ledger, campaign, GM, "What if")
    for _ in range(3 * BLOCK):
        ledgers.followed.gives(campaign, "note", text="Rain.")
    ledgers.followed.catch_up()
    ledgers.publish()
    assert reasons(ledgers) == {"It missed.", None}
    before = set(ledgers.folder.paths())
    erase(ledgers.followed, campaign, f"{revision}.0")
    ledgers.followed.catch_up()
    assert ledgers.publish().campaigns == 2
    assert reasons(ledgers) == {None}
    assert len(set(data_set_at(str(ledgers.folder.path)).paths("entries")) & before) >= 2
    ledgers.check()
    assert ledgers.publish().campaigns == 0


def reasons(ledgers: PublishedLedgers) -> set[str | None]:
    """The reasons that are in the data set."""
    entries = rows_of(data_set_at(str(ledgers.folder.path)), "entries").to_pylist()
    return {row["reason"] for row in entries}


def test_facts_that_were_made_anew_are_published_anew(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.history(5)
    ledgers.followed.catch_up()
    with ledgers.followed.pool.connection() as connection:
        connection.execute("UPDATE facts SET struck = 1 WHERE entry % 2 = 0")
    ledgers.publish()
    ledgers.followed.runner.rebuild("facts", campaign)
    ledgers.publish()
    ledgers.check()


def test_a_ledger_that_took_another_course_since_is_published_anew(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.table()
    ledgers.followed.catch_up()
    ledgers.publish()
    with ledgers.followed.pool.connection() as connection:  # as after a backup was restored and played on from
        connection.execute("UPDATE entries SET hash = sha256(hash) WHERE campaign_id = %s", [campaign])
        connection.execute("UPDATE facts SET what = 'otherwise'")
    ledgers.publish()
    ledgers.check()


def test_a_campaign_that_is_gone_leaves_the_data_set(ledgers: PublishedLedgers) -> None:
    gone, kept = ledgers.followed.table("Gone"), ledgers.followed.table("Kept")
    ledgers.followed.catch_up()
    ledgers.publish()
    with ledgers.followed.pool.connection() as connection:
        for table in ("tracking", "facts", "fact_entries", "fact_dice", "campaigns", "heads"):
            connection.execute(f"DELETE FROM {table} WHERE campaign_id = %s".encode(), [gone])
    ledgers.publish()
    data = data_set_at(str(ledgers.folder.path))
    assert list(data.manifest.campaigns) == [str(kept)]
    assert [row["name"] for row in data.arrow("campaigns").to_table().to_pylist()] == ["Kept"]


def test_names_and_rules_are_beside_the_facts_and_members_are_not(ledgers: PublishedLedgers) -> None:
    ledgers.followed.table()
    ledgers.followed.catch_up()
    ledgers.publish()
    data = data_set_at(str(ledgers.folder.path))
    assert [row["name"] for row in data.arrow("names").to_table().to_pylist()] == ["Ada"]
    assert data.arrow("rulebook").count_rows() == len(ledgers.followed.ledger.registry.base.rules)
    assert data.paths("members") == []


def test_a_name_given_later_joins_those_of_before(ledgers: PublishedLedgers) -> None:
    campaign = ledgers.followed.table()
    ledgers.followed.table("Elm Street")
    ledgers.followed.catch_up()
    ledgers.publish()
    ledgers.followed.gives(campaign, "create_character", name="Bo")
    ledgers.followed.catch_up()
    ledgers.publish()
    names = data_set_at(str(ledgers.folder.path)).arrow("names").to_table().to_pylist()
    assert sorted(row["name"] for row in names) == ["Ada", "Ada", "Bo"]


def test_files_that_were_replaced_stay_for_an_hour(ledgers: PublishedLedgers, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = ledgers.followed.table()
    ledgers.followed.catch_up()
    ledgers.publish()
    read = data_set_at(str(ledgers.folder.path))
    ledgers.followed.gives(campaign, "note", text="Rain.")
    ledgers.followed.catch_up()
    ledgers.publish()
    ledgers.publish()
    assert rows_of(read, "facts").num_rows > 0
    monkeypatch.setattr("projections.analytics.publishing.publisher.KEPT", -KEPT)
    assert ledgers.publish().removed > 0
    with pytest.raises(FileNotFoundError):
        rows_of(read, "facts")


def test_a_second_publisher_to_one_folder_is_refused(ledgers: PublishedLedgers, tmp_path: Path) -> None:
    ledgers.followed.table()
    ledgers.followed.catch_up()
    with (
        publishing_alone(ledgers.database, ledgers.folder.url),
        pytest.raises(PublishedMeanwhile, match=r"another process publishes to file://.*wait until it is done"),
    ):
        ledgers.publish(LocalFolder(tmp_path / "other" / ".." / "set"))
    assert ledgers.publish().campaigns == 1


def test_a_folder_of_another_installation_is_refused(ledgers: PublishedLedgers) -> None:
    ledgers.followed.table()
    ledgers.followed.catch_up()
    ledgers.publish()
    before = ledgers.folder.read(MANIFEST)
    assert before is not None
    for row in ledgers.followed.store.campaigns():
        before = before.replace(str(row.id).encode(), b"019a0000-0000-7000-8000-000000000000")
    ledgers.folder.replace(MANIFEST, before)
    with pytest.raises(OtherInstallation, match="another installation; name another folder"):
        ledgers.publish()
    assert ledgers.folder.read(MANIFEST) == before


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"{", "no manifest"), (b'{"format": 99}', "format 99, and this release knows format 1")]
)
def test_a_manifest_that_cannot_be_read_is_left_alone(ledgers: PublishedLedgers, content: bytes, sentence: str) -> None:
    ledgers.folder.replace(MANIFEST, content)
    with pytest.raises(UnreadableManifest, match=sentence):
        ledgers.publish()
    assert ledgers.folder.read(MANIFEST) == content


def test_no_file_of_somebody_else_is_taken_away(ledgers: PublishedLedgers) -> None:
    theirs = ledgers.folder.path / "notes.txt"
    theirs.parent.mkdir()
    theirs.write_text("Keep me.")
    ledgers.followed.table()
    ledgers.followed.catch_up()
    ledgers.publish()
    assert ledgers.publish().removed == 0
    assert theirs.read_text() == "Keep me."
