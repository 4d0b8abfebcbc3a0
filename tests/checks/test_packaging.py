"""What is in the wheel that people install."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.checks import source


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=source.ROOT, check=True, capture_output=True)
    with ZipFile(next(folder.glob("*.whl"))) as wheel:
        return set(wheel.namelist())


def test_every_file_of_the_packages_ships_data_included(shipped: set[str]) -> None:
    ours = {name for name in source.files() if name.partition("/")[0] in source.PACKAGES}
    assert ours <= shipped


def test_tests_do_not_ship(shipped: set[str]) -> None:
    assert {name.partition("/")[0] for name in shipped if "dist-info" not in name} <= set(source.PACKAGES)


def test_the_licence_ships(shipped: set[str]) -> None:
    assert any(Path(name).name == "LICENSE" for name in shipped)
