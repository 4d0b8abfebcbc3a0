"""The options that every campaign of any game has: the way dice are rolled, and who may take things back."""

from __future__ import annotations

from domain.system import OptionSpec

CAMPAIGN_OPTIONS = (
    OptionSpec(
        name="dice",
        default="either",
        choices=("either", "table", "server"),
        text="Where dice come from: `either`, typed dice where a command brings some and else the server; the `table` alone "
        "(a command without its dice is refused); the `server` alone (typed dice are refused, save those a game master sets).",
    ),
    OptionSpec(
        name="mixed_dice",
        default=False,
        choices=(False, True),
        text="Whether a player's command may take some dice from the table and the rest from the server.",
    ),
    OptionSpec(
        name="npc_questions",
        default="ask",
        choices=("ask", "default"),
        text="Whether the game master is asked what characters whom nobody plays decide (`ask`), or such questions take their "
        "defaults at once (`default`); answers that come with the command count either way.",
    ),
    OptionSpec(
        name="player_undo",
        default=True,
        choices=(True, False),
        text="Whether players may undo their own newest entry while nobody else's play depends on it.",
    ),
    OptionSpec(
        name="downtime_slots",
        default=3,
        text="How many things a character does in a downtime phase, where the game does not say.",
    ),
    OptionSpec(
        name="private_plans",
        default=True,
        choices=(True, False),
        text="Whether what somebody plans for downtime is for its owner's eyes, and the game master's, until it is done.",
    ),
)
