"""The distributions that people install: what is in them, and that they work where nothing else is."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.checks import imports, source
from tests.checks.distributions import FOLDERS, Built, build, environment_for, files_in, run, unmet
from tests.checks.source import CLIENT


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    return {name: build(name, tmp_path_factory.mktemp(name)) for name in FOLDERS}


@pytest.fixture(scope="module")
def shipped(built: dict[str, Built]) -> set[str]:
    return files_in(built["retcon"].wheel)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_source_distribution_makes_the_same_wheel(built: dict[str, Built], name: str) -> None:
    assert files_in(built[name].again) == files_in(built[name].wheel)


def test_the_service_and_its_client_have_one_version(built: dict[str, Built]) -> None:
    assert len({each.wheel.name.split("-")[1] for each in built.values()}) == 1


def test_a_bot_needs_the_client_and_no_package_of_the_service(built: dict[str, Built], tmp_path: Path) -> None:
    python = environment_for(tmp_path / "bot", built["retcon-client"].again)
    looking = "import importlib.util as u; print([u.find_spec(n) for n in ('api', 'domain', 'litestar')])"
    typed = f"import retcon_client; print(retcon_client.Client('https://example.org', 'x')); {looking}"
    done = run(python, "-W", "error::DeprecationWarning", "-c", typed)
    assert (done.stdout, unmet(python)) == ("Client('https://example.org')\n[None, None, None]\n", ""), done.stderr


def test_the_service_starts_from_its_own_wheel_and_that_of_its_client(built: dict[str, Built], tmp_path: Path) -> None:
    python = environment_for(tmp_path / "service", *(each.again for each in built.values()))
    typed = "import retcon_client, api.app; from api.cli import main; main(['systems'])"
    done = run(python, "-c", typed)
    assert ("Freeform" in done.stdout, unmet(python)) == (True, ""), done.stderr


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


def test_pytest_finds_the_mark_of_rules(built: dict[str, Built]) -> None:
    with ZipFile(built["retcon"].wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith("entry_points.txt"))
        assert "[pytest11]\nretcon = api.testing.plugin" in packed.read(name).decode()


def test_the_table_needs_no_pytest() -> None:
    code = (
        "import sys, api.testing.contract, api.testing.coverage, api.testing.games; sys.exit('pytest' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=source.ROOT, check=False).returncode == 0
