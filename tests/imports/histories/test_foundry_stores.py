"""Collections of Foundry's worlds: JSON lines that are an append log, and LevelDB folders that are only ever read from a copy."""

import builtins
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.imports.foundry.stores import FoundryMissing, StoreFault, read_folder, read_lines
from tests.imports.histories.worlds import ACTORS, DAGGER, MIRA, folder, lines, split


def found(documents: Iterator[Any]) -> tuple[list[Any], list[StoreFault]]:
    listed = list(documents)
    faults = [each for each in listed if isinstance(each, StoreFault)]
    return [each for each in listed if not isinstance(each, StoreFault)], faults


class TestJsonLines:
    def test_of_documents_with_one_id_the_last_one_counts(self, tmp_path: Path) -> None:
        lines(tmp_path / "a.db", {"_id": "a", "n": 1}, {"_id": "b", "n": 2}, {"_id": "a", "n": 3})
        assert found(read_lines(tmp_path / "a.db")) == ([{"_id": "b", "n": 2}, {"_id": "a", "n": 3}], [])

    def test_what_was_deleted_is_not_there(self, tmp_path: Path) -> None:
        lines(tmp_path / "a.db", {"_id": "a"}, {"$$deleted": True, "_id": "a"}, {"$$deleted": True, "_id": "b"})
        assert found(read_lines(tmp_path / "a.db")) == ([], [])

    def test_what_was_written_again_behind_its_deletion_is_there(self, tmp_path: Path) -> None:
        lines(tmp_path / "a.db", {"_id": "a"}, {"$$deleted": True, "_id": "a"}, {"_id": "a", "n": 2})
        assert found(read_lines(tmp_path / "a.db")) == ([{"_id": "a", "n": 2}], [])

    def test_lines_of_indexes_and_blank_ones_are_no_documents(self, tmp_path: Path) -> None:
        lines(tmp_path / "a.db", {"$$indexCreated": {"fieldName": "user"}}, "", {"_id": "a"})
        assert found(read_lines(tmp_path / "a.db")) == ([{"_id": "a"}], [])

    def test_an_empty_file_is_an_empty_collection(self, tmp_path: Path) -> None:
        (tmp_path / "a.db").touch()
        assert found(read_lines(tmp_path / "a.db")) == ([], [])

    def test_a_line_that_is_no_document_is_told_and_the_others_are_read(self, tmp_path: Path) -> None:
        good = b'{"_id": "a"}\n'
        bad = b'{"_id": \n[1]\n{"name": "x"}\n{"_id": "\xff"}\n' + b"[" * 50_000 + b"\n"
        (tmp_path / "a.db").write_bytes(bad + good)
        documents, faults = found(read_lines(tmp_path / "a.db"))
        assert (documents, [fault.where for fault in faults]) == (
            [{"_id": "a"}],
            [f"a.db line {number}" for number in range(1, 6)],
        )


class TestFolders:
    def test_documents_are_joined_with_what_is_embedded_in_them(self, tmp_path: Path) -> None:
        folder(tmp_path / "actors", split("actors", "items", ACTORS))
        documents, faults = found(read_folder(tmp_path / "actors"))
        assert (documents, faults) == (list(ACTORS), [])

    def test_what_was_deleted_is_not_there(self, tmp_path: Path) -> None:
        folder(tmp_path / "users", {"!users!a": {"name": "Ana"}, "!users!b": {}}, deleted=["!users!a"])
        assert found(read_folder(tmp_path / "users")) == ([{"_id": "b"}], [])

    def test_a_folder_without_records_is_an_empty_collection(self, tmp_path: Path) -> None:
        folder(tmp_path / "users", {})
        assert found(read_folder(tmp_path / "users")) == ([], [])

    def test_an_embedded_record_that_is_missing_is_told(self, tmp_path: Path) -> None:
        records = split("actors", "items", ACTORS)
        folder(tmp_path / "actors", records, deleted=[f"!actors.items!{MIRA}.{DAGGER['_id']}"])
        documents, faults = found(read_folder(tmp_path / "actors"))
        assert [item["name"] for item in documents[0]["items"]] == ["Rogue"]
        assert faults == [StoreFault(f"actors {MIRA}", f"It has no records of its items: {DAGGER['_id']}.")]

    def test_where_no_embedded_record_is_there_all_are_told(self, tmp_path: Path) -> None:
        folder(tmp_path / "actors", {"!actors!a": {"items": ["x", "y"]}})
        assert found(read_folder(tmp_path / "actors")) == (
            [{"_id": "a", "items": []}],
            [StoreFault("actors a", "It has no records of its items: x, y.")],
        )

    def test_embedded_records_without_their_document_are_told(self, tmp_path: Path) -> None:
        folder(tmp_path / "actors", {"!actors.items!gone.x": {}, "!actors.items!gone.y": {}})
        fault = StoreFault("actors gone", "It is missing; 2 of its items are left without it.")
        assert found(read_folder(tmp_path / "actors")) == ([], [fault])

    def test_what_lies_deeper_is_left_alone(self, tmp_path: Path) -> None:
        folder(tmp_path / "actors", {"!actors!a": {"items": []}, "!actors.items.effects!a.i.e": {}})
        assert found(read_folder(tmp_path / "actors")) == ([{"_id": "a", "items": []}], [])

    def test_a_record_that_is_no_document_is_told_and_the_others_are_read(self, tmp_path: Path) -> None:
        folder(tmp_path / "users", {"!users!a": b"{", "!users!b": [1], "!users!c": {}})
        documents, faults = found(read_folder(tmp_path / "users"))
        assert (documents, [fault.where for fault in faults]) == ([{"_id": "c"}], ["users a", "users b"])

    def test_reading_a_world_writes_no_file_into_its_folder(self, tmp_path: Path) -> None:
        folder(tmp_path / "users", {"!users!a": {}})
        before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "users").iterdir()}
        list(read_folder(tmp_path / "users"))
        assert before == {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "users").iterdir()}

    def test_a_folder_that_a_running_server_holds_is_read(self, tmp_path: Path) -> None:
        import plyvel  # noqa: PLC0415

        store = plyvel.DB(str(tmp_path / "users"), create_if_missing=True)
        store.put(b"!users!a", json.dumps({"name": "Ana"}).encode())
        assert found(read_folder(tmp_path / "users")) == ([{"_id": "a", "name": "Ana"}], [])
        store.close()

    def test_a_store_without_its_table_of_contents_is_repaired_in_the_copy(self, tmp_path: Path) -> None:
        folder(tmp_path / "users", {f"!users!{number:03}": {} for number in range(40)})
        (tmp_path / "users" / "CURRENT").unlink()
        documents, [fault] = found(read_folder(tmp_path / "users"))
        assert (len(documents), (tmp_path / "users" / "CURRENT").exists()) == (40, False)
        assert (fault.where, "of a copy came what could be repaired" in fault.why) == ("users", True)

    def test_a_store_of_which_nothing_is_left_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "users").mkdir()
        (tmp_path / "users" / "000005.ldb").write_bytes(b"no table")
        documents, [fault] = found(read_folder(tmp_path / "users"))
        assert (documents, fault.why.startswith("The store is damaged")) == ([], True)

    def test_without_what_reads_them_a_sentence_says_what_to_install(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        taken = builtins.__import__

        def without(name: str, *rest: Any, **more: Any) -> Any:
            if name == "plyvel":
                raise ImportError(name)
            return taken(name, *rest, **more)

        folder(tmp_path / "users", {})
        monkeypatch.setattr(builtins, "__import__", without)
        with pytest.raises(FoundryMissing, match=r"pip install 'retcon\[foundry\]'"):
            list(read_folder(tmp_path / "users"))
