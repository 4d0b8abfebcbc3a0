"""Migrations are applied once, in order, and never in another form than they were released in."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from domain.ledger.postgres.migrations import LEDGER, MigrationAltered, SchemaTooNew, migrate, read


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A schema of two migrations, the second of which needs the first."""
    (tmp_path / "0001_pets.sql").write_text("CREATE TABLE pets (name text);\nCREATE TABLE toys (name text);\n")
    (tmp_path / "0002_ages.sql").write_text("ALTER TABLE pets ADD COLUMN age int;\n")
    return tmp_path


def tables(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        listing = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {name for (name,) in listing}


def test_an_empty_database_gets_all_of_them_in_order(database_url: str, folder: Path) -> None:
    assert migrate(database_url, {"pets": folder}) == ["pets/0001_pets.sql", "pets/0002_ages.sql"]
    assert tables(database_url) == {"migrations", "pets", "toys"}


def test_a_second_start_applies_nothing(database_url: str) -> None:
    migrate(database_url)
    assert migrate(database_url) == []


def test_a_connection_serves_as_well_as_an_address(connection: psycopg.Connection) -> None:
    assert migrate(connection) == [f"ledger/{each.name}" for each in read(LEDGER["ledger"])]
    assert migrate(connection) == []


def test_a_new_migration_is_applied_alone(database_url: str, folder: Path) -> None:
    migrate(database_url, {"pets": folder})
    (folder / "0003_more.sql").write_text("CREATE TABLE more ();")
    assert migrate(database_url, {"pets": folder}) == ["pets/0003_more.sql"]


def test_every_schema_counts_for_itself(database_url: str, folder: Path) -> None:
    migrate(database_url)
    assert migrate(database_url, {**LEDGER, "pets": folder}) == ["pets/0001_pets.sql", "pets/0002_ages.sql"]
    assert migrate(database_url) == []


def test_eight_that_start_together_apply_each_once(database_url: str, folder: Path) -> None:
    with ThreadPoolExecutor(8) as crowd:
        applied = list(crowd.map(lambda _: migrate(database_url, {**LEDGER, "pets": folder}), range(8)))
    assert sorted(map(len, applied)) == [0, 0, 0, 0, 0, 0, 0, len(read(LEDGER["ledger"])) + 2]


def test_an_altered_migration_is_refused(database_url: str, folder: Path) -> None:
    migrate(database_url, {"pets": folder})
    (folder / "0001_pets.sql").write_text("CREATE TABLE pets (name text, owner text);")
    with pytest.raises(MigrationAltered, match=r"pets/0001_pets\.sql was changed after it was applied"):
        migrate(database_url, {"pets": folder})


def test_other_line_endings_are_no_alteration(database_url: str, folder: Path) -> None:
    migrate(database_url, {"pets": folder})
    first = folder / "0001_pets.sql"
    first.write_bytes(first.read_bytes().replace(b"\n", b"\r\n"))
    assert migrate(database_url, {"pets": folder}) == []


def test_the_database_of_a_newer_release_is_refused(database_url: str, folder: Path) -> None:
    migrate(database_url, {"pets": folder})
    (folder / "0002_ages.sql").unlink()
    with pytest.raises(SchemaTooNew, match=r"newer release .*pets/0002_ages\.sql"):
        migrate(database_url, {"pets": folder})


def test_one_that_fails_leaves_nothing_of_those_before_it(database_url: str, folder: Path) -> None:
    (folder / "0003_wrong.sql").write_text("ALTER TABLE nothing ADD COLUMN age int;")
    with pytest.raises(psycopg.errors.UndefinedTable):
        migrate(database_url, {"pets": folder})
    assert tables(database_url) == set()


@pytest.mark.parametrize("name", ["0004_skips.sql", "0002_twice.sql"])
def test_numbers_have_no_gaps_and_no_doubles(folder: Path, name: str) -> None:
    (folder / name).write_text("")
    with pytest.raises(ValueError, match="must have number 0003"):
        read(folder)


def test_a_misnamed_migration_is_an_error(folder: Path) -> None:
    (folder / "3_ages.sql").write_text("")
    with pytest.raises(ValueError, match=r"0002_what_it_does\.sql"):
        read(folder)


def test_a_state_says_either_where_server_took_typed_dice(connection: psycopg.Connection) -> None:
    migrate(connection, up_to={"ledger": 2})
    before = b'{"ref":"campaign/self","ground":{"self":{"system":"freeform","options":{"dice":"server"},"data":{}}}}'
    other = b'{"ref":"character/c-1","traits":{"dice":{"data":{"dice":"server"}}}}'
    for ref, body in (("campaign/self", before), ("character/c-1", other)):
        connection.execute("INSERT INTO states VALUES (gen_random_uuid(), %s, 1, %s)", [ref, body])
    migrate(connection)
    bodies = [bytes(body) for (body,) in connection.execute("SELECT body FROM states ORDER BY ref")]
    assert bodies == [before.replace(b'"server"', b'"either"'), other]
