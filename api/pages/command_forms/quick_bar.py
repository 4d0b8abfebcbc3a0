"""The quick bar: what a character can do now with one tap, as their game lists it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

import msgspec

from api.pages.command_forms.fields import guide_of
from api.pages.visits import Visit
from api.reading import ReadRequest
from api.things import ThingLine
from api.use_cases.campaigns import CampaignView
from api.use_cases.characters import show_character
from api.use_cases.command_guides import fitting_commands
from api.use_cases.names import show_layout
from domain.history.points import HEAD
from projections.phrases.quick import QuickCommand, quick_commands
from projections.translation.games import layout_in
from projections.views.board import BoardView
from projections.views.entry import EntryView, HiddenEntry
from projections.views.sheet import SheetView
from systems.registry import BASE

NOW = ReadRequest(HEAD, None)
"""The point of the story at which people act."""


class QuickLink(msgspec.Struct, frozen=True):
    """A button of the quick bar: its word, and the address of the form with what stands in it already."""

    title: str
    address: str


class QuickBar(msgspec.Struct, frozen=True):
    """The quick commands of a character who can act now."""

    name: str
    handle: str
    links: tuple[QuickLink, ...]


def plays(visit: Visit, owners: Iterable[str]) -> bool:
    """Whether the visitor acts for a character with these owners: game masters do so for every one."""
    actor = None if visit.seat is None else visit.seat.actor
    return actor is not None and (actor.is_gm or actor.member in tuple(owners))


def own(visit: Visit, characters: Iterable[ThingLine]) -> list[ThingLine]:
    """Return the characters that the visitor plays; those of everybody else are not theirs, also where they are game master."""
    member = None if visit.seat is None else visit.seat.actor.member
    return [each for each in characters if member in each.owners]


def acting_on(visit: Visit, board: BoardView) -> list[str]:
    """Return whom the visitor acts for on a board, by handle: a player for their own, a game master for those whose turn it is."""
    assert visit.seat is not None, "under a campaign there is a seat"
    actor = visit.seat.actor
    active = {ref for turn in board.order if turn.active for ref in (turn.subject, *turn.members)}
    standing = board.participants.items()
    if actor.is_gm:
        return [each.handle for ref, each in standing if ref in active]
    return [each.handle for _, each in standing if actor.member in each.owners]


def bars_after(visit: Visit, entry: EntryView | HiddenEntry) -> list[QuickBar]:
    """Return the quick bar of the character who acted in an entry, for what they do next."""
    if isinstance(entry, HiddenEntry) or entry.command is None or entry.command.args is None:
        return []
    actor = guide_of(visit, entry.command.type).actor
    handle = entry.command.args.get(actor) if actor else None
    return quick_bars(visit, [handle]) if isinstance(handle, str) and handle else []


def quick_bars(visit: Visit, handles: Iterable[str]) -> list[QuickBar]:
    """Return the quick bars of characters, left out those that the visitor does not play or who can do nothing."""
    bars = (quick_bar(visit, visit.ask(show_character, character=handle, wanted=NOW)) for handle in handles)
    return [bar for bar in bars if bar is not None]


def quick_bar(visit: Visit, seen: SheetView) -> QuickBar | None:
    """Return the quick bar of a character; None where the visitor does not play them, or they can do nothing."""
    if not plays(visit, seen.owners):
        return None
    layout = layout_in(visit.ask(show_layout), visit.catalogue.game)
    commands = quick_commands(seen, layout, visit.catalogue.say)
    guides = visit.ask(fitting_commands, types=[command.type for command in commands])
    links = tuple(
        _link(visit, command, guides[command.type].actor, seen.handle) for command in commands if command.type in guides
    )
    return QuickBar(seen.name, seen.handle, links) if links else None


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
    return tuple(QuickLink(titles[type], _address(visit, type, {})) for type in fitting)


def _link(visit: Visit, command: QuickCommand, actor: str, handle: str) -> QuickLink:
    filled = {**command.args, **({actor: handle} if actor else {})}
    return QuickLink(command.title, _address(visit, command.type, filled))


def _address(visit: Visit, type: str, filled: Mapping[str, str]) -> str:
    """Return the address of a command's form with what stands in it already, which leads back to this page."""
    query = urlencode([*(("fill", f"{field}={text}") for field, text in filled.items()), ("back", visit.scope["path"])])
    return f"/campaigns/{visit.campaign}/play/{type}?{query}"
