"""What deploy/ holds, checked as far as text can be; `make image` builds the image and starts it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.settings import FROM_FILE, VARIABLES
from tests.api.serving import Serving
from tests.checks import documents
from tests.checks.source import ROOT
from tests.deploy.containers import compose, health_program, steps, wrong_in_compose, wrong_in_image

DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
UNIT = (DEPLOY / "retcon.service").read_text(encoding="utf-8")
DOCUMENTS = ["README.md", "SEVERAL.md", "UPGRADING.md", "SECURITY.md"]


def test_the_image_is_pinned_runs_as_nobody_much_and_holds_no_secret() -> None:
    assert list(wrong_in_image(CONTAINERFILE, ROOT)) == []


GOOD = """
FROM docker.io/library/python:3.11.13-slim AS build
RUN pip install --require-hashes -r api/lock
FROM docker.io/library/python:3.11.13-slim
COPY --from=build /opt /opt
USER 10001
HEALTHCHECK CMD ["true"]
ENTRYPOINT ["retcon"]
"""


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("FROM docker.io/library/python:3.11.13-slim\n", "FROM docker.io/library/python\n"),
        ("FROM docker.io/library/python:3.11.13-slim\n", "FROM docker.io/library/python:latest\n"),
        ("FROM docker.io/library/python:3.11.13-slim AS", "ARG BASE=docker.io/library/python\nFROM ${BASE} AS"),
        ("USER 10001", "USER root"),
        ("USER 10001", ""),
        ('HEALTHCHECK CMD ["true"]', ""),
        ('ENTRYPOINT ["retcon"]', "ENTRYPOINT retcon"),
        ("USER 10001", "ENV RETCON_TOKEN=retcon_x\nUSER 10001"),
        ("USER 10001", "ARG DB_PASSWORD\nUSER 10001"),
        ("USER 10001", "ENV RETCON_COLOUR=red\nUSER 10001"),
        ("USER 10001", "ADD https://example.org/x /x\nUSER 10001"),
        ("USER 10001", "COPY nowhere /x\nUSER 10001"),
        ("USER 10001", "RUN pip install requests\nUSER 10001"),
        ("USER 10001", "RUN pip --python /opt/python install requests\nUSER 10001"),
        ("USER 10001", "RUN chmod -R 777 /\nUSER 10001"),
    ],
)
def test_each_of_the_images_checks_finds_what_it_is_for(line: str, instead: str) -> None:
    assert list(wrong_in_image(GOOD, ROOT)) == []
    assert len(list(wrong_in_image(GOOD.replace(line, instead), ROOT))) == 1


def test_the_image_is_sent_only_what_it_is_made_of() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        step.what.split()[0] for step in steps(CONTAINERFILE) if step.does == "COPY" and "--from" not in step.what
    }
    together = {name for step in steps(CONTAINERFILE) if step.does == "COPY" for name in step.what.split()[:-1]}
    assert copied <= sent
    assert sent == {name for name in together if not name.startswith(("--", "/"))}


def test_the_image_tells_whether_it_is_well(database_url: str, tmp_path: Path) -> None:
    with Serving(database_url, tmp_path) as serving:
        environment = {"PATH": os.environ["PATH"], "RETCON_PORT": str(serving.port)}
        check = [sys.executable, "-c", health_program(CONTAINERFILE)]
        well = subprocess.run(check, env=environment, check=False, capture_output=True).returncode
    ended = subprocess.run(check, env=environment, check=False, capture_output=True).returncode
    assert (well, ended) == (0, 1)


def test_the_compose_file_is_whole_and_holds_no_secret() -> None:
    document = compose((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert list(wrong_in_compose(document, DEPLOY)) == []


@pytest.mark.parametrize(
    "change",
    [
        {"image": "postgres"},
        {"image": "postgres:latest"},
        {"environment": {"POSTGRES_PASSWORD": "hunter2"}},
        {"environment": {"RETCON_COLOUR": "red"}},
        {"environment": {"POSTGRES_PASSWORD_FILE": "/run/secrets/other"}},
        {"ports": ["8765:8765"]},
        {"volumes": ["nowhere:/data"]},
        {"secrets": ["nowhere"]},
        {"depends_on": {"nobody": {}}},
        {"security_opt": []},
        {"build": {"context": "..", "dockerfile": "nowhere"}},
    ],
)
def test_each_of_the_compose_files_checks_finds_what_it_is_for(change: dict[str, object]) -> None:
    service = {"image": "postgres:18.1", "security_opt": ["no-new-privileges:true"]}
    good: dict[str, object] = {"volumes": {}, "secrets": {}}
    assert list(wrong_in_compose({**good, "services": {"db": service}}, DEPLOY)) == []
    assert len(list(wrong_in_compose({**good, "services": {"db": {**service, **change}}}, DEPLOY))) == 1


def test_the_image_and_the_project_install_the_same_versions() -> None:
    pinned = re.compile(r"^([a-z0-9_.-]+)==(\S+)", re.MULTILINE)
    of_image = set(pinned.findall((DEPLOY / "requirements.lock").read_text()))
    assert of_image <= set(pinned.findall((ROOT / "requirements.lock").read_text()))
    assert {"uvicorn", "litestar", "hatchling"} <= {name for name, _ in of_image}


def test_the_unit_names_settings_that_there_are() -> None:
    named = set(re.findall(r"RETCON_[A-Z_]+", UNIT))
    assert {name.removesuffix(FROM_FILE) for name in named} <= set(VARIABLES)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with a program that is there."""
    path = tmp_path / "retcon.service"
    path.write_text(UNIT.replace("/opt/retcon/bin/retcon", sys.executable))
    return path


needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def analyzed(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], check=False, capture_output=True, text=True)


@needs_systemd
def test_systemd_understands_the_unit(unit: Path) -> None:
    verified = analyzed("verify", "--man=no", str(unit))
    assert (verified.returncode, verified.stderr) == (0, "")


@needs_systemd
def test_systemd_finds_the_unit_little_exposed(unit: Path) -> None:
    judged = analyzed("security", "--offline=true", "--no-pager", "--threshold=20", str(unit))
    assert judged.returncode == 0, judged.stdout[-300:] + judged.stderr


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_the_documents_name_is_there(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    secrets = ("deploy/secrets/", "deploy/secrets")
    missing = [path for path in documents.missing_paths(text, DEPLOY, ROOT) if not path.endswith(secrets)]
    assert missing == []
    assert {path.removesuffix(FROM_FILE) for path in documents.variables(text)} <= set(VARIABLES)


def test_every_claim_of_security_names_its_tests() -> None:
    text = (DEPLOY / "SECURITY.md").read_text(encoding="utf-8")
    claims = text.partition("## Claims")[2].partition("## Against")[0]
    rows = [line for line in claims.splitlines() if line.startswith("|")][2:]
    assert [row for row in rows if not re.search(r"`tests/[\w/]+\.py`", row)] == []
