"""The actions that the rulebook lists: what each costs, and the command with which it is taken."""

from __future__ import annotations

from typing import Final, NamedTuple

from systems.orcus.fields import Cost


class Listed(NamedTuple):
    """An action by its name in the rulebook: what it costs, and the command that takes it."""

    cost: Cost
    command: str


LISTED: Final = {
    "Aid Another": Listed("standard", "aid_another"),
    "Basic Attack": Listed("standard", "make_basic_attack"),
    "Charge": Listed("standard", "charge"),
    "Coup de Grace": Listed("standard", "make_basic_attack"),
    "Escape a Grapple": Listed("standard", "escape_grapple"),
    "Grapple": Listed("standard", "grapple"),
    "Help Attack": Listed("standard", "help_attack"),
    "Help Defense": Listed("standard", "help_defense"),
    "Move a Grappled Creature": Listed("standard", "move_grappled"),
    "Rally": Listed("standard", "rally"),
    "Ready": Listed("standard", "ready"),
    "Shove": Listed("standard", "shove"),
    "Total Defense": Listed("standard", "total_defense"),
    "Crawl": Listed("move", "crawl"),
    "Dash": Listed("move", "dash"),
    "Five-Foot Step": Listed("move", "five_foot_step"),
    "Squeeze": Listed("move", "squeeze"),
    "Stand Up from Prone": Listed("move", "stand_up"),
    "Walk": Listed("move", "walk"),
    "interact with an object": Listed("swift", "interact"),
    "communicate briefly": Listed("free", "do_freely"),
    "drop an item": Listed("free", "do_freely"),
    "drop prone": Listed("free", "drop_prone"),
    "end one's own grapple": Listed("free", "release"),
    "spend an action point": Listed("free", "spend_action_point"),
}
"""OR-TURN-04 to OR-TURN-07: the actions that are listed, with what they cost."""
