"""What client generators make of the document as it is: clients that import, and that play a first session.

The generated code is imported by processes of its own (`client_session.py`, `models_session.py`), not by the tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import platformdirs
import pytest

from tests.api.people import Person
from tests.api.serving import Serving

HERE: Final = Path(__file__).parent
TYPESCRIPT: Final = HERE / "typescript"

SESSION: Final = {"hp": [10, 7, 10], "status": "struck", "choice": "yes", "refused": 404}
"""What a session reports: hit points at first, after a hit, and after its undo; the status of the hit's entry; the
answer to a question; and the status of a refusal."""


@pytest.fixture(scope="module")
def document(served: Person, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document as the service sends it, in a file."""
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_bytes(served.http.get("/api/v1/openapi.json").raise_for_status().content)
    return path


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a program, and return what it prints."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def session(script: str, folder: Path, server: Serving) -> Any:
    """Play the session of a script on generated code in a folder, and return what it reports."""
    token = server.owner_token
    return json.loads(run(sys.executable, HERE / script, server.url, token, cwd=folder, PYTHONPATH=str(folder)))


def test_openapi_python_client_makes_a_client_that_plays_a_first_session(
    document: Path, server: Serving, tmp_path: Path
) -> None:
    client = tmp_path / "generated_client"
    generate = ("-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning")
    config = HERE / "openapi_python_client.json"
    run(sys.executable, *generate, "--path", document, "--config", config, "--output-path", client, cwd=tmp_path)
    assert session("client_session.py", tmp_path, server) == SESSION


def test_datamodel_code_generator_makes_models_that_play_a_first_session(
    document: Path, server: Serving, tmp_path: Path
) -> None:
    options = (
        "--input-file-type",
        "openapi",
        "--output-model-type",
        "pydantic_v2.BaseModel",
        "--formatters",
        "builtin",
    )
    models = tmp_path / "generated_models.py"
    generator = (sys.executable, "-m", "datamodel_code_generator", "--strict-nullable", *options)
    run(*generator, "--input", document, "--output", models, cwd=tmp_path)
    assert session("models_session.py", tmp_path, server) == SESSION


@pytest.fixture(scope="module")
def node_modules() -> Path:
    """The packages of `typescript/package-lock.json`, installed once for this user."""
    if shutil.which("npm") is None:
        pytest.skip("openapi-typescript needs node and npm, which are not installed here")
    key = sha256((TYPESCRIPT / "package-lock.json").read_bytes()).hexdigest()[:16]
    folder = platformdirs.user_cache_path("retcon-tests") / f"typescript-{key}"
    if not folder.exists():
        making = folder.with_name(f"{folder.name}-{os.getpid()}")
        making.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(TYPESCRIPT / name, making)
        run("npm", "ci", "--no-audit", "--no-fund", cwd=making)
        making.rename(folder)
    return folder / "node_modules"


def test_openapi_typescript_makes_types_that_tell_right_commands_from_wrong_ones(
    document: Path, node_modules: Path, tmp_path: Path
) -> None:
    generator = ("node", node_modules / "openapi-typescript" / "bin" / "cli.js")
    run(*generator, document, "--output", "retcon.ts", "--default-non-nullable=false", cwd=tmp_path)
    shutil.copy(TYPESCRIPT / "session.ts", tmp_path)
    run("node", node_modules / "typescript" / "bin" / "tsc", "--noEmit", "--strict", "session.ts", cwd=tmp_path)
