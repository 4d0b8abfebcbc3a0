"""The distributions of this project, built and installed: the service, and its client."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

from tests.checks.source import CLIENT, ROOT

FOLDERS: Final = {"retcon": ROOT, "retcon-client": ROOT / CLIENT}
"""The folders of their sources."""

ENVIRONMENT: Final = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PATH": "/usr/bin:/bin"}
"""Variables with which pip asks nobody."""


class Built(NamedTuple):
    """A distribution as it is published. `again` is the wheel that its sdist makes."""

    sdist: Path
    wheel: Path
    again: Path


def build(name: str, folder: Path) -> Built:
    """Build the sdist and the wheel of a distribution, and another wheel from that sdist."""
    for target in ("sdist", "wheel"):
        _hatchling(FOLDERS[name], folder, target)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (sources,) = (folder / "unpacked").iterdir()
    _hatchling(sources, folder / "again", "wheel")
    (wheel,), (again,) = folder.glob("*.whl"), (folder / "again").glob("*.whl")
    return Built(sdist, wheel, again)


def files_in(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel."""
    with ZipFile(wheel) as packed:
        return set(packed.namelist())


def environment_for(folder: Path, *wheels: Path) -> Path:
    """Make an environment of these wheels and of the distributions that they declare to need, as they are here. Returns
    its Python.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    packages = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    for name in sorted(_needed({line for wheel in wheels for line in _declared(wheel)}) - FOLDERS.keys()):
        for part in {Path(file).parts[0] for file in distribution(name).files or () if Path(file).parts[0] != ".."}:
            if not (packages / part).exists():
                (packages / part).symlink_to(Path(str(distribution(name).locate_file(part))))
    install = ["--python", str(python), "install", "--quiet", "--no-deps", *map(str, wheels)]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True, env=ENVIRONMENT, capture_output=True)
    return python


def run(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the Python of an environment where nothing of this project lies about, with a data folder of its own."""
    command = [str(python), "-I", *words]
    environment = {**ENVIRONMENT, "RETCON_DATA_DIR": str(python.parent.parent / "data")}
    return subprocess.run(
        command, cwd=python.parent, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def unmet(python: Path) -> str:
    """Return what the distributions of an environment need and do not find there; nothing where all is well."""
    checked = [sys.executable, "-m", "pip", "--python", str(python), "check"]
    done = subprocess.run(checked, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout


def _hatchling(sources: Path, folder: Path, target: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=sources, check=True, capture_output=True)


def _declared(wheel: Path) -> list[str]:
    """Return the requirements of a wheel, without those of its extras."""
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        text = packed.read(name).decode()
    return [line for line in re.findall(r"^Requires-Dist: (.*)$", text, re.MULTILINE) if "extra ==" not in line]


def _needed(requirements: set[str]) -> set[str]:
    """Return the distributions that requirements name, and all that those need, as far as they are here."""
    waiting, reached = list(requirements), set[str]()
    while waiting:
        for name in _installed(waiting.pop()):
            if name not in reached:
                reached.add(name)
                waiting += distribution(name).requires or ()
    return reached


def _installed(requirement: str) -> Iterator[str]:
    """Return the distribution that a requirement names, where it is one of this environment's."""
    words = re.match(r"[A-Za-z0-9._-]+", requirement)
    name = words[0].lower() if words else ""
    if "extra ==" in requirement and not _wanted_extra(requirement):
        return
    try:
        distribution(name)
    except ModuleNotFoundError:
        return
    yield name


def _wanted_extra(requirement: str) -> bool:
    """Whether an extra is one that the service asks for: the programs in C of psycopg."""
    return bool(re.search(r"extra == ['\"](binary|pool|c|standard)['\"]", requirement))
