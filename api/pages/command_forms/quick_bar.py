"""The quick bar: what a character can do now with one tap, as their game lists it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode
from uuid import uuid4

import msgspec

from api.pages.command_forms.fields import PREFIX, guide_of
from api.pages.fights.now import FightNow, fights_now
from api.pages.fights.own import NOW, plays
from api.pages.visits import Visit
from api.use_cases.campaigns import CampaignView
from api.use_cases.characters import show_character
from api.use_cases.command_guides import CommandGuide, fitting_commands
from api.use_cases.names import show_layout
from projections.phrases.quick import QuickCommand, quick_commands
from projections.translation.games import layout_in
from projections.views.entry import EntryView, HiddenEntry
from projections.views.sheet import SheetView
from systems.registry import BASE


class TapForm(msgspec.Struct, frozen=True):
    """A command that is given with a tap: the id by which it is given once, and what is sent with it."""

    id: str
    given: tuple[tuple[str, str], ...]


class QuickLink(msgspec.Struct, frozen=True):
    """A button of the quick bar: its word, and the address of the form with what stands in it already. Where there is a `tap`, that is
    sent instead, and no form is opened.
    """

    title: str
    address: str
    tap: TapForm | None = None


class QuickBar(msgspec.Struct, frozen=True):
    """The quick commands of a character who can act now. `fight` is the fight in which they have the turn."""

    name: str
    handle: str
    links: tuple[QuickLink, ...]
    fight: FightNow | None
    back: str


def bars_after(visit: Visit, entry: EntryView | HiddenEntry, back: str) -> list[QuickBar]:
    """Return the quick bar of the character who acted in an entry, for what they do next; it leads to the page `back`."""
    if isinstance(entry, HiddenEntry) or entry.command is None or entry.command.args is None:
        return []
    actor = guide_of(visit, entry.command.type).actor
    handle = entry.command.args.get(actor) if actor else None
    return quick_bars(visit, [handle], back) if isinstance(handle, str) and handle else []


def quick_bars(visit: Visit, handles: Sequence[str], back: str = "") -> list[QuickBar]:
    """Return the quick bars of characters, left out those that the visitor does not play or who can do nothing. Their pages lead
    on to the page `back`, or this one.
    """
    fights = fights_now(visit) if handles else []
    bars = (
        quick_bar(visit, visit.ask(show_character, character=handle, wanted=NOW), fights, back) for handle in handles
    )
    return [bar for bar in bars if bar is not None]


def quick_bar(visit: Visit, seen: SheetView, fights: Sequence[FightNow], back: str = "") -> QuickBar | None:
    """Return the quick bar of a character; None where the visitor does not play them, or they can do nothing."""
    if not plays(visit, seen.owners):
        return None
    layout = layout_in(visit.ask(show_layout), visit.catalogue.game)
    commands = quick_commands(seen, layout, visit.catalogue.say)
    guides = visit.ask(fitting_commands, types=[command.type for command in commands])
    fight = next((each for each in fights if seen.handle in {one.handle for one in each.acting}), None)
    back = back or visit.scope["path"]
    links = tuple(
        _link(visit, command, _filled(command, guides[command.type], seen.handle), fight, back)
        for command in commands
        if command.type in guides
    )
    return QuickBar(seen.name, seen.handle, links, fight, back) if links else None


def table_bar(visit: Visit, now: CampaignView) -> tuple[QuickLink, ...]:
    """Return what the visitor can do for the whole table: the commands of the game that begin things, by their titles, and those
    that every game has, by their names.
    """
    if now.state != "open":
        return ()
    own = {each.command: each.title for each in layout_in(visit.ask(show_layout), visit.catalogue.game).table}
    session = "end_session" if now.session else "open_session"
    first = (session,) if own else (session, "create_character")
    titles = {
        **{f"{BASE}.{name}": name for name in first},
        **own,
        **{f"{BASE}.{name}": name for name in ("create_encounter", "create_enclave", "note")},
    }
    fitting = visit.ask(fitting_commands, types=list(titles))
    return tuple(QuickLink(titles[type], _address(visit, type, {}, visit.scope["path"])) for type in fitting)


def _filled(command: QuickCommand, guide: CommandGuide, handle: str) -> dict[str, str]:
    """Return what stands in the form of a command already."""
    return {**command.args, **({guide.actor: handle} if guide.actor else {})}


def _link(
    visit: Visit, command: QuickCommand, filled: Mapping[str, str], fight: FightNow | None, back: str
) -> QuickLink:
    tap = None
    if command.at_once and fight is not None:
        whole = {**filled, "encounter": fight.handle}
        tap = TapForm(str(uuid4()), tuple((PREFIX + name, value) for name, value in whole.items()))
    return QuickLink(command.title, _address(visit, command.type, filled, back), tap)


def _address(visit: Visit, type: str, filled: Mapping[str, str], back: str) -> str:
    """Return the address of a command's form with what stands in it already, which leads back to a page."""
    query = urlencode([*(("fill", f"{field}={text}") for field, text in filled.items()), ("back", back)])
    return f"/campaigns/{visit.campaign}/play/{type}?{query}"
