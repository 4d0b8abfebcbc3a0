"""The image: built, started and asked whether it is ready (`make image`). IMAGE_BASE names another base image."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import psutil
import pytest

from tests.api.serving import free_port
from tests.checks.source import ROOT
from tests.deploy.containers import health_program

IMAGE: Final = "localhost/retcon-of-the-test:1.0"
BASE: Final = "localhost/retcon-base-of-the-test:1.0"
PACKAGES: Final = "python3,python3-venv"
GRACE: Final = 30
"""Seconds that `deploy/compose.yaml` gives the service to stop."""

PROGRAMS: Final = ("buildah", "debootstrap")

pytestmark = [
    pytest.mark.image,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root builds images here"),
    *(pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed") for name in PROGRAMS),
]


class Engine:
    """buildah, with a storage of its own that needs no rights of the kernel."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}
        self._roots = ["--root", str(folder / "images"), "--runroot", str(folder / "run")]

    def words(self, *words: str) -> list[str]:
        return ["buildah", *self._roots, *words]

    def __call__(self, *words: str) -> str:
        done = subprocess.run(
            self.words(*words), env=self.environment, check=False, capture_output=True, text=True, cwd=ROOT
        )
        assert done.returncode == 0, f"{' '.join(words)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout.strip()


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(tmp_path_factory.mktemp("buildah"))


@pytest.fixture(scope="module")
def base(engine: Engine) -> str:
    """A base image with Python: the one that is named, else Debian's smallest system."""
    if named := os.environ.get("IMAGE_BASE"):
        return named
    container = engine("from", "scratch")
    root = Path(engine("mount", container))
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(root)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    engine("commit", container, BASE)
    engine("rm", container)
    return BASE


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The locked packages, from where pip finds packages on this machine."""
    folder = tmp_path_factory.mktemp("wheels")
    lock = ["--no-deps", "--require-hashes", "--requirement", str(ROOT / "deploy" / "requirements.lock")]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", *lock, "--dest", str(folder)], check=True, timeout=600
    )
    return folder


@pytest.fixture(scope="module")
def image(engine: Engine, base: str, wheels: Path, record_testsuite_property: Any) -> str:
    begun = time.monotonic()
    where = [
        "--build-arg",
        "PIP_FIND_LINKS=/wheels",
        "--build-arg",
        "PIP_NO_INDEX=1",
        "--volume",
        f"{wheels}:/wheels:ro",
    ]
    arguments = ["--format", "docker", "--build-arg", f"BASE={base}", *where, "--tag", IMAGE]
    engine("build", "--file", "deploy/Containerfile", *arguments, ".")
    record_testsuite_property("seconds", round(time.monotonic() - begun))
    return IMAGE


@contextmanager
def started(engine: Engine, image: str, port: int) -> Iterator[tuple[str, psutil.Process]]:
    """A container that serves, and its process."""
    container = engine("from", image)
    command = engine.words("run", "--env", f"RETCON_PORT={port}", container, "--", "retcon", "serve")
    with subprocess.Popen(command, env=engine.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        try:
            until_ready(port, running)
            yield container, serving_process(running)
        finally:
            running.terminate()
            running.wait(timeout=GRACE)
    engine("rm", container)


def until_ready(port: int, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and running.poll() is None:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/ready").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    running.kill()
    raise AssertionError(f"the image does not serve:\n{running.communicate()[0].decode()}")


def serving_process(running: subprocess.Popen[bytes]) -> psutil.Process:
    processes = psutil.Process(running.pid).children(recursive=True)
    return next(one for one in processes if one.cmdline()[-2:] == ["/opt/retcon/bin/retcon", "serve"])


def test_the_image_serves_as_nobody_much_is_well_and_stops_in_time(engine: Engine, image: str) -> None:
    port = free_port()
    with started(engine, image, port) as (container, process):
        assert process.uids().real == 10001
        program = health_program((ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8"))
        engine("run", "--env", f"RETCON_PORT={port}", container, "--", "python", "-c", program)
        process.terminate()
        process.wait(timeout=GRACE)
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://127.0.0.1:{port}/health")


def test_the_image_declares_its_user_volume_health_check_and_signal(engine: Engine, image: str) -> None:
    config = msgspec.json.decode(engine("inspect", "--type", "image", image))["Docker"]["config"]
    assert (config["User"], config["StopSignal"]) == ("10001:10001", "SIGTERM")
    assert list(config["Volumes"]) == ["/var/lib/retcon"]
    assert config["Healthcheck"]["Test"][0] == "CMD"


def test_the_image_has_no_build_tools(engine: Engine, image: str) -> None:
    container = engine("from", image)
    tools = "for tool in pip pip3 hatchling gcc cc make git; do command -v $tool; done; true"
    modules = "import importlib.util as u; print([m for m in ('pip', 'setuptools', 'hatchling') if u.find_spec(m)])"
    assert engine("run", container, "--", "sh", "-c", tools) == ""
    assert engine("run", container, "--", "python", "-c", modules) == "[]"
    engine("rm", container)
