"""Every offer of a game that takes something says its price."""

from __future__ import annotations

import ast
from pathlib import Path

import systems

FREE = {
    "leads.py", "leverage.py", "milestones.py", "movement.py", "protection.py", "steps.py", "stuck.py", "using_intel.py",
    "vulnerable.py",  # the game master says what is so
    "costume.py", "defence.py", "wound_context.py", "wound_effects_stats.py",  # the owner picks one of several things
}  # fmt: skip
"""Chapters whose offers cost nothing."""


def test_every_offer_outside_the_free_ones_names_its_price() -> None:
    silent = []
    for path in Path(systems.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("play.offer") and path.name not in FREE:
                keywords = {keyword.arg for keyword in node.keywords}
                silent += [] if "price" in keywords else [f"{path.name}:{node.lineno}"]
    assert silent == []
