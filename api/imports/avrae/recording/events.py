"""The lines of an Avrae recording, as far as we read them.

The format is others', so fields we do not know are passed over. Times are seconds since 1970; ids of messages and
interactions are Discord's (64 bits); ids of people are strings hashed by the dataset's authors.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """A part of another program's JSON object."""


class EffectReference(Read, frozen=True):
    """Points from an effect to its parent or child."""

    combatant_id: str
    effect_id: str


class EffectData(Read, frozen=True):
    """An effect on a combatant. `duration` and `end_round` count rounds and never change while the effect stands.

    `effects` holds its passive changes as Avrae names them: `ac_bonus`, `resistances`, `check_adv` … Recordings from
    before the autumn of 2022 have a countdown in `remaining` (below 0: without end), `tonend`, and in `effect` what was typed.
    """

    id: str
    name: str
    duration: int | None = None
    end_round: int | None = None
    end_on_turn_end: bool = False
    concentration: bool = False
    parent: EffectReference | None = None
    children: tuple[EffectReference, ...] = ()
    desc: str | None = None
    effects: dict[str, Any] = {}
    remaining: int | None = None
    tonend: bool = False
    effect: dict[str, Any] = {}


class CombatantData(Read, frozen=True):
    """A combatant in a state update. HP are filled for monsters only; `ac` and `max_hp` are those without effects.

    A group holds its members in `combatants`; it has no controller of its own.
    """

    id: str
    name: str
    type: str
    init: int
    controller_id: int | str | None = None
    ac: int | None = None
    hp: int | None = None
    max_hp: int | None = None
    temp_hp: int | None = None
    private: bool | None = None
    notes: str | None = None
    monster_name: str | None = None
    character_id: str | None = None
    effects: tuple[EffectData, ...] = ()
    combatants: tuple[CombatantData, ...] = ()


class CombatData(Read, frozen=True):
    """`turn` is the initiative count that acts; `current` the position of who acts in `combatants`, from 0."""

    round: int
    turn: int
    current: int | None
    combatants: tuple[CombatantData, ...]


class ConsumableData(Read, frozen=True):
    """A counter on a character's sheet. `maxv` is a number written as text, or empty."""

    name: str
    value: int
    maxv: str | None = None


class SpellbookData(Read, frozen=True):
    """Spell slots by level (`"1"` … `"9"`): the number left, and the maximum."""

    slots: dict[str, int] = {}
    max_slots: dict[str, int] = {}


class SheetData(Read, frozen=True):
    """An actor or a target: a combatant, or a whole character sheet at the time of joining (then without `id`)."""

    name: str
    id: str | None = None
    spellbook: SpellbookData | None = None
    consumables: tuple[ConsumableData, ...] = ()


class EmbedField(Read, frozen=True):
    """A heading and the text below it, in an embed."""

    name: str = ""
    value: str = ""


class EmbedAuthor(Read, frozen=True):
    """The author of an embed; it is given as a character's name."""

    name: str = ""


class EmbedFooter(Read, frozen=True):
    """The small print of an embed: HP stand there."""

    text: str = ""


class Embed(Read, frozen=True):
    """The framed part of a bot's message."""

    title: str = ""
    description: str = ""
    fields: tuple[EmbedField, ...] = ()
    footer: EmbedFooter = EmbedFooter()
    author: EmbedAuthor = EmbedAuthor()


class Recorded(msgspec.Struct, frozen=True, kw_only=True, tag_field="event_type"):
    """Base of all lines: which combat it belongs to, and when it was recorded."""

    combat_id: str
    timestamp: float


class Message(Recorded, frozen=True, tag="message"):
    """A message of a person or the bot; `created_at` may be long before it was recorded."""

    message_id: int
    author_id: str
    author_name: str
    author_bot: bool | None
    created_at: float
    content: str
    embeds: tuple[Embed, ...] = ()


class BotCommand(Recorded, frozen=True, tag="command"):
    """Recorded when a command is done, after all it caused. `command_name` is the full name: `!i n` is `init next`."""

    message_id: int
    author_id: str
    author_name: str
    content: str
    prefix: str
    command_name: str
    caster: SheetData | None = None


class AliasResolution(Recorded, frozen=True, tag="alias_resolution"):
    """A message was an alias, and this is the command it stands for."""

    message_id: int
    alias_name: str
    content_after: str


class SnippetResolution(Recorded, frozen=True, tag="snippet_resolution"):
    """A word of a command was a snippet, and this is the command with what it stands for."""

    message_id: int
    snippet_name: str
    content_after: str


class ButtonPress(Recorded, frozen=True, tag="button_press"):
    """A person pressed a button below a message of the bot."""

    interaction_id: int
    author_id: str
    author_name: str
    button_label: str


class AutomationRun(Recorded, frozen=True, tag="automation_run"):
    """An action worked out by the bot. Simple targets (outside the combat) are names; the result is a tree of nodes."""

    interaction_id: int
    automation_result: dict[str, Any]
    caster: SheetData
    targets: tuple[SheetData | str, ...] | None = None


class CombatStateUpdate(Recorded, frozen=True, tag="combat_state_update"):
    """The whole combat after a change, as data and as the bot shows it to people."""

    data: CombatData
    human_readable: str
    probable_interaction_id: int | None = None


class CombatStart(Recorded, frozen=True, tag="combat_start"):
    """The bot was told to begin a combat."""


class CombatEnd(Recorded, frozen=True, tag="combat_end"):
    """The bot was told to end the combat."""


LogEvent = (
    Message
    | BotCommand
    | AliasResolution
    | SnippetResolution
    | ButtonPress
    | AutomationRun
    | CombatStateUpdate
    | CombatStart
    | CombatEnd
)
