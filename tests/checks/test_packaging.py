"""What is in the wheel that people install."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.checks import imports, source
from tests.checks.source import CLIENT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=source.ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def shipped(wheel: Path) -> set[str]:
    with ZipFile(wheel) as packed:
        return set(packed.namelist())


def test_every_file_of_the_packages_ships_data_included(shipped: set[str]) -> None:
    ours = {name for name in source.files() if name.partition("/")[0] in source.PACKAGES}
    assert {name for name in ours if not name.startswith(CLIENT)} <= shipped


def test_the_client_does_not_ship_with_the_service(shipped: set[str]) -> None:
    assert not any(name.startswith(CLIENT) for name in shipped)


def test_the_client_stands_on_httpx_and_msgspec_alone() -> None:
    modules = [text for path, text in source.python(source.texts()).items() if path.startswith(CLIENT)]
    imported = {name for text in modules for name in imports.packages_in(text)}
    assert imported - sys.stdlib_module_names == {"httpx", "msgspec", "retcon_client"}


def test_the_client_ships_the_licence_of_the_service() -> None:
    assert (source.ROOT / CLIENT / "LICENSE").read_text() == (source.ROOT / "LICENSE").read_text()


def test_tests_do_not_ship(shipped: set[str]) -> None:
    assert {name.partition("/")[0] for name in shipped if "dist-info" not in name} <= set(source.PACKAGES)


def test_the_licence_ships(shipped: set[str]) -> None:
    assert any(Path(name).name == "LICENSE" for name in shipped)


def test_pytest_finds_the_mark_of_rules(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith("entry_points.txt"))
        assert "[pytest11]\nretcon = api.testing.plugin" in packed.read(name).decode()


def test_the_table_needs_no_pytest() -> None:
    code = (
        "import sys, api.testing.contract, api.testing.coverage, api.testing.games; sys.exit('pytest' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=source.ROOT, check=False).returncode == 0
