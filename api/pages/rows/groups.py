"""Groups as pages show them: followers with what brings them back, the room that there is for them, and the group's log."""

from __future__ import annotations

import msgspec

from domain.layout import Layout
from domain.visibility.view_fields import Fields
from projections.names import Name
from projections.phrases import groups as phrases
from projections.phrases.catalogue import Catalogue
from projections.phrases.durations import moments
from projections.phrases.naming import named, who
from projections.phrases.values import value
from projections.views.group import Roster
from projections.views.history import History


class ShownFollower(msgspec.Struct, frozen=True, kw_only=True):
    """A follower, or several of a kind. `state` says also what brings a spent one back; `good_for` what they are there for."""

    name: str
    kind: str
    of: str
    count: int
    state: str
    is_ready: bool
    good_for: str


class ShownRoom(msgspec.Struct, frozen=True, kw_only=True):
    """A limit that followers count against, in a sentence; `path` is that of its value."""

    path: str
    sentence: str
    is_over: bool


class ShownRoster(msgspec.Struct, frozen=True, kw_only=True):
    """Followers, how many there are of each kind, and the room that there is."""

    followers: tuple[ShownFollower, ...]
    kinds: tuple[str, ...]
    rooms: tuple[ShownRoom, ...]


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """A note of a log: the entry that wrote it, and its values in the columns of the game."""

    entry: int
    cells: tuple[str, ...]


def roster_shown(roster: Roster, layout: Layout, words: Catalogue) -> ShownRoster:
    """Return a roster in the words of a catalogue."""
    names = {**moments(layout.moments), **roster.names}
    kinds = roster.kinds if len(roster.kinds) > 1 else {}
    return ShownRoster(
        followers=tuple(_follower(name, fields, names, words) for name, fields in roster.followers.items()),
        kinds=tuple(words.say(phrases.followers_of_kind(kind, tally)) for kind, tally in kinds.items()),
        rooms=tuple(
            ShownRoom(
                path=path,
                sentence=words.say(phrases.room(_called(path), limit, words.say(value(limit.most)))),
                is_over=limit.surplus > 0,
            )
            for path, limit in roster.caps.items()
        ),
    )


def log_rows(log: History, layout: Layout) -> list[LogRow]:
    """Return the notes of a log in the columns of its game; none where it has no log."""
    columns = layout.log.columns if layout.log else {}
    return [LogRow(entry=each.entry, cells=_cells(each.event, columns)) for each in log.events]


def _follower(name: str, fields: Fields, names: dict[str, Name], words: Catalogue) -> ShownFollower:
    return ShownFollower(
        name=str(fields["title"] or name),
        kind=words.say(named(str(fields["kind"]), names)),
        of=words.say(who(str(fields["of"]), names)) if fields["of"] else "",
        count=int(fields["count"]),
        state=words.say(phrases.state(fields, names)),
        is_ready=fields["state"] == "ready",
        good_for=", ".join((*fields["passives"], *fields["tags"])),
    )


def _called(path: str) -> str:
    """Return what the value of a path is called: the name of the instance."""
    return (path.split(".")[1] if path.count(".") else path).replace("_", " ")


def _cells(event: Fields, columns: dict[str, str]) -> tuple[str, ...]:
    data: Fields = event.get("data", {})
    return tuple(_cell(data.get(key)) for key in columns)


def _cell(noted: object) -> str:
    return "·" if noted in (None, "", 0, False) else "✓" if noted is True else str(noted)
