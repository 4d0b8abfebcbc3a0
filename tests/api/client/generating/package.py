"""The generated modules of the client, as the document of the service wants them."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from api.app import create_app
from api.docs.openapi import document
from api.settings import load as settings_of
from systems.registry import load
from tests.api.client.generating.annotations import COMMAND, Annotations, Json, referenced
from tests.api.client.generating.operations import Method, Operation, operations
from tests.api.client.generating.structs import closure, imports_of, struct
from tests.checks.source import CLIENT, ROOT

FOLDER: Final = ROOT / CLIENT / "retcon_client"

EVENTS: Final = ("RevisionNews", "DecisionNews", "Ending")
"""Structs of the live stream."""

GROUPS: Final = {
    "entries": ("EntryView", "HiddenEntry"),
    "explanations": ("Explanation", "History"),
    "plans": ("PlanView", "Problem"),
    "sheets": ("SheetView",),
}
"""Modules of structs that several areas use, with what each is about."""

SHARED: Final = "shared"
"""The module of structs that are in several groups or areas."""

_KINDS: Final = dict.fromkeys(["Secret", "Entry"], "retcon_client.kinds")
_REQUESTS: Final = {
    **dict.fromkeys(["DryRunnable", "Request", "ResultPage", "path_to"], "retcon_client.requests"),
    **dict.fromkeys(["CampaignHandle", "ServiceHandle", "body_of", "new_id"], "retcon_client.handles"),
}


def own_document() -> Json:
    """Return the document of the service as it is here."""
    return document(create_app(settings_of({})), load(installed=[]))


def generated(document: Json) -> dict[str, str]:
    """Return the sources of the generated modules by path."""
    schemas: Mapping[str, Json] = document["components"]["schemas"]
    annotations = Annotations(schemas)
    ways = operations(document)
    answers = _answers(ways, schemas, annotations)
    bodies = _bodies(ways, schemas, annotations)
    homes = {**_KINDS, **_REQUESTS}
    homes |= {name: f"retcon_client.answers.{area}" for area, structs in answers.items() for name in structs}
    homes |= dict.fromkeys(bodies, "retcon_client.bodies")
    sources = {
        f"answers/{area}.py": _module(
            f"Answers about {area}, written from the OpenAPI document of the service.", structs, homes
        )
        for area, structs in answers.items()
    }
    sources["answers/__init__.py"] = '"""Answers of the service, written from its OpenAPI document."""\n'
    sources["bodies.py"] = _module(
        "Parts of requests, written from the OpenAPI document of the service.", bodies, homes
    )
    return sources | _operations(ways, annotations, homes)


def _answers(
    ways: Iterable[Operation], schemas: Mapping[str, Json], annotations: Annotations
) -> dict[str, dict[str, str]]:
    """Return the structs of answers by module: that of their group, else that of their area, else the shared one."""
    homes: dict[str, set[str]] = defaultdict(set)
    for operation in ways:
        for name in closure(referenced(list(operation.answers.values())), schemas):
            homes[name].add(operation.area)
    for name in closure(EVENTS, schemas):
        homes[name].add("play")
    grouped: dict[str, set[str]] = defaultdict(set)
    for group, roots in GROUPS.items():
        for name in closure(roots, schemas):
            grouped[name].add(group)
    written: dict[str, dict[str, str]] = defaultdict(dict)
    for name, places in sorted({**homes, **grouped}.items()):
        (place,) = places if len(places) == 1 else (SHARED,)
        written[place][name] = struct(name, schemas[name], annotations, sent=False)
    return written


def _bodies(ways: Iterable[Operation], schemas: Mapping[str, Json], annotations: Annotations) -> dict[str, str]:
    """Return the structs inside bodies: those of the bodies themselves are the parameters of their methods."""
    tops = {name for way in ways for name in referenced(way.told.get("requestBody", {}))} - {COMMAND}
    inner = {name for top in tops for name in closure(referenced(schemas[top]), schemas)}
    return {name: struct(name, schemas[name], annotations, sent=True) for name in sorted(inner)}


def _operations(ways: Iterable[Operation], annotations: Annotations, homes: Mapping[str, str]) -> dict[str, str]:
    methods: dict[tuple[str, str], list[str]] = defaultdict(list)
    for operation in ways:
        place = (operation.area, "Campaign" if operation.of_campaign else "Service")
        methods[place].append(Method(operation, annotations).source())
    sources, classes = {}, {}
    for area in sorted({area for area, _ in methods}):
        written = {}
        for owner in ("Service", "Campaign"):
            if (area, owner) in methods:
                name = f"{owner}{area.title()}"
                about = "a service" if owner == "Service" else "a campaign"
                head = f'class {name}({owner}Handle):\n    """Requests about {area}, of {about}."""\n\n'
                written[name] = head + "\n".join(methods[area, owner])
                classes[name] = f"retcon_client.operations.{area}"
        sources[f"operations/{area}.py"] = _module(
            f"Requests about {area}, written from the OpenAPI document of the service.", written, homes
        )
    return sources | {"operations/__init__.py": _together(classes)}


def _together(classes: Mapping[str, str]) -> str:
    """Return the module that gathers the requests of all areas."""
    texts = {
        "ServiceOperations": "Requests of a service.",
        "CampaignOperations": "Requests of a campaign.",
    }
    gathered = {
        name: f"class {name}({', '.join(one for one in classes if one.startswith(name.removesuffix('Operations')))}):\n"
        f'    """{text}"""\n'
        for name, text in texts.items()
    }
    return _module("Requests of a service and of its campaigns, written from its OpenAPI document.", gathered, classes)


def _module(docstring: str, parts: Mapping[str, str], homes: Mapping[str, str]) -> str:
    source = "\n\n".join(parts[name] for name in _ordered(parts))
    others = {name: home for name, home in homes.items() if name not in parts}
    return f'"""{docstring}"""\n\n{imports_of(source, others)}\n{source}'


def _ordered(parts: Mapping[str, str]) -> list[str]:
    """Return the names of the parts of a module in the order of the alphabet: annotations may point ahead."""
    return sorted(parts)


def write(document: Json, folder: Path) -> None:
    """Write the generated modules into a folder, in the project's format, and remove those of before."""
    sources = generated(document)
    for old in [*folder.glob("answers/*.py"), *folder.glob("operations/*.py")]:
        old.unlink()
    for name, text in sources.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    settings = ["--quiet", "--config", str(ROOT / "pyproject.toml"), str(folder)]
    for command in (["check", "--select", "I", "--fix"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *settings], check=True)
