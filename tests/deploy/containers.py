"""What is wrong with a Containerfile or a compose file, as far as their text tells; no findings is good."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from string import Template
from typing import Any, Final, NamedTuple

from api.settings import FROM_FILE, VARIABLES

SECRETIVE: Final = re.compile(r"password|passwd|secret|token|credential|api_?key", re.IGNORECASE)
VERSION: Final = re.compile(r":\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$")
NAMES_A_FILE: Final = "_FILE"


class Step(NamedTuple):
    """An instruction of a Containerfile with what stands behind it, its continuation lines joined."""

    does: str
    what: str


def steps(containerfile: str) -> list[Step]:
    """The instructions, in order; comments are none."""
    lines = [line for line in containerfile.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines()]


def wrong_in_image(containerfile: str, root: Path) -> Iterator[str]:
    """What is wrong with a Containerfile that is built in the folder `root`."""
    every = steps(containerfile)
    last = every[max(n for n, step in enumerate(every) if step.does == "FROM") :]
    yield from (f"{image} is no version" for image in _bases(every) if not _is_pinned(image))
    yield from (f"ADD fetches and unpacks: {step.what}" for step in every if step.does == "ADD")
    yield from _wrong_environment(every)
    yield from _wrong_installation(every)
    yield from _wrong_sources(every, root)
    users = [step.what.partition(":")[0] for step in last if step.does == "USER"]
    if not users or users[-1] in {"root", "0"}:
        yield "it runs as root: name another USER"
    if not any(step.does == "HEALTHCHECK" for step in last):
        yield "nothing says whether it is well: give it a HEALTHCHECK"
    yield from (
        f"{s.does} goes through a shell: {s.what}" for s in last if s.does in {"CMD", "ENTRYPOINT"} and s.what[0] != "["
    )


def _bases(every: list[Step]) -> Iterator[str]:
    """The images that stages begin with, arguments replaced by their defaults."""
    defaults = dict(step.what.split("=", 1) for step in every if step.does == "ARG" and "=" in step.what)
    for step in every:
        if step.does == "FROM":
            yield Template(step.what.split()[0]).safe_substitute(defaults)


def _is_pinned(image: str) -> bool:
    return bool(VERSION.search(image)) and "latest" not in image


def _wrong_environment(every: list[Step]) -> Iterator[str]:
    for step in every:
        if step.does in {"ENV", "ARG"}:
            names = re.findall(r"(\w+)=", step.what) or [step.what]
            yield from (f"{name} is part of the image for all to read" for name in names if SECRETIVE.search(name))
            ours = {name for name in names if name.startswith("RETCON_")}
            yield from (f"there is no setting {name}" for name in sorted(ours - set(VARIABLES)))


def _wrong_installation(every: list[Step]) -> Iterator[str]:
    for step in every:
        pinned = "--require-hashes" in step.what or "--no-deps" in step.what
        if step.does == "RUN" and re.search(r"\bpip\b.* install\b", step.what) and not pinned:
            yield f"it installs what nobody pinned: {step.what}"
        if step.does == "RUN" and re.search(r"\bsudo\b|chmod\s+(-R\s+)?777|curl[^|]*\|\s*(ba)?sh", step.what):
            yield f"it gives too much away: {step.what}"


def _wrong_sources(every: list[Step], root: Path) -> Iterator[str]:
    for step in every:
        if step.does == "COPY" and "--from=" not in step.what:
            *sources, _target = step.what.split()
            yield from (f"there is no {source} to copy" for source in sources if not (root / source).exists())


def compose(text: str) -> Any:
    """A compose file as it reads. Raises where it is no YAML."""
    return import_module("yaml").safe_load(text)


def wrong_in_compose(document: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """What is wrong with a compose file that lies in a folder."""
    for name, service in document["services"].items():
        yield from (f"{name}: {wrong}" for wrong in _wrong_service(service, document, folder))


def _wrong_service(service: Mapping[str, Any], document: Mapping[str, Any], folder: Path) -> Iterator[str]:
    if not _is_pinned(service.get("image", "")):
        yield f"{service.get('image')} is no version"
    for name, value in service.get("environment", {}).items():
        if SECRETIVE.search(name) and not name.endswith(NAMES_A_FILE):
            yield f"{name} stands in the file for all to read"
        if name.startswith("RETCON_") and name.removesuffix(FROM_FILE) not in VARIABLES:
            yield f"there is no setting {name}"
        if str(value).startswith("/run/secrets/") and Path(value).name not in service.get("secrets", ()):
            yield f"{name} names a secret that it is not given"
    for port in service.get("ports", ()):
        if not str(port).startswith("127.0.0.1:"):
            yield f"the port {port} is open to every network"
    yield from (f"there is no secret {name}" for name in service.get("secrets", ()) if name not in document["secrets"])
    volumes = (volume.partition(":")[0] for volume in service.get("volumes", ()))
    yield from (
        f"there is no volume {name}" for name in volumes if name[0] not in "./" and name not in document["volumes"]
    )
    yield from (
        f"there is no service {other}" for other in service.get("depends_on", {}) if other not in document["services"]
    )
    if (build := service.get("build")) and not (folder / build["context"] / build["dockerfile"]).exists():
        yield f"there is no {build['dockerfile']}"
    if "no-new-privileges:true" not in service.get("security_opt", ()):
        yield "it may gain privileges"


def health_program(containerfile: str) -> str:
    """The Python program by which an image tells whether it is well."""
    (check,) = (step.what for step in steps(containerfile) if step.does == "HEALTHCHECK")
    program: str = json.loads(check.partition("CMD ")[2])[2]
    return program
