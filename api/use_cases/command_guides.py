"""The commands of a game, found by word, rule or chapter, and everything that a form or a person needs to give one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from api.access import OPEN, Access, Seat, allowed
from api.catalogue import QuestionKindView, RollKindView, RuleView, rule_view, texts_in
from api.paging import ListPage, ListRequest, list_page
from api.problems import refusals_in
from api.reading import ReadRequest, Sight, load_things, sight
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign
from domain.downtime import is_over
from domain.history.points import HEAD
from domain.ledger.playing.encounters import open_encounters
from domain.messages import in_language, text
from domain.play.reading import system_id
from domain.play.slots import names_its_own
from domain.system import By, CommandSpec, Registry, RuleText, System
from domain.visibility.audience import Viewer
from domain.visibility.world import VisibleWorld
from projections.translation.catalogues import SOURCE
from projections.translation.games import CHAPTER, COMMAND, FIELD, NAME, RULE, TITLE, GameTexts, command_title, in_words
from projections.views.command_fields import CommandField, command_fields

Words = Annotated[
    str | None,
    msgspec.Meta(
        description="only commands with each of these words in their name, summary, rules, chapter or fields, in any case",
        max_length=200,
    ),
]

Downtime = Annotated[
    bool,
    msgspec.Meta(
        description="only commands that can be planned for downtime: those that take slots, or all where the game names none"
    ),
]

Fit = Literal["now", "any-time", "not-now", "not-yours"]
"""When the caller gives a command: now, as it belongs to the open encounter or downtime; at any time; later, as it belongs to what is not
under way or an option that is off; or never."""


class CommandSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A command in a list. `title` is what people call it; `by` is who may give it, as in `GET /systems/{system}`; `chapters` are the parts of the rulebook that its rules stand in."""

    type: str
    title: str
    summary: str
    by: By
    option: str
    rules: tuple[str, ...]
    chapters: tuple[str, ...]


class CampaignCommand(CommandSummary, frozen=True, kw_only=True):
    """A command in the list of a campaign. `fit` is when the caller gives it, and `because` says why not now. `slots` is how many downtime slots it
    takes, null where its game does not say."""

    fit: Fit
    because: str
    slots: int | None = None


class CommandStep(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its args, as an example gives it."""

    type: str
    args: Mapping[str, Any]


class CommandGuide(msgspec.Struct, frozen=True, kw_only=True):
    """A command as a form or a person needs it. `about` says more than `summary`. `example` are args that work in the campaign that the game's
    examples set up, after the steps `before`. `instead` are the game's own commands that are given in its place; `slots` is how many downtime slots
    it takes, null where it is no such thing; a command of a `scene` belongs to an encounter, by default the one in which its actor takes part.
    """

    type: str
    summary: str
    about: str
    by: By
    actor: str
    option: str
    instead: tuple[str, ...]
    slots: int | None
    scene: bool
    fields: tuple[CommandField, ...]
    rolls: tuple[RollKindView, ...]
    questions: tuple[QuestionKindView, ...]
    rules: tuple[RuleView, ...]
    example: Mapping[str, Any]
    before: tuple[CommandStep, ...]


@allowed(OPEN)
def list_commands(services: Services, system: str, page: ListRequest, word: Words = None) -> ListPage[CommandSummary]:
    """List the commands of a game, those that the words fit best first. Commands that the game has its own for are left out."""
    ranked = sorted(_ranked(services.registry, services.registry.system(system), word))
    rows = ((rank, _summary(services.registry, type, kind, SOURCE)) for rank, type, kind in ranked)
    return _page(rows, page)


@allowed(OPEN)
def show_command(services: Services, system: str, command: str) -> CommandGuide:
    """Return everything about a command: fields with meanings, types and choices, its dice and questions, its rules, and an example.

    A name without a game is the game's own command of that name, else that of free play.
    """
    return command_guide(services.registry, services.registry.system(system), command)


@allowed(Access("member"))
def list_campaign_commands(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    *,
    word: Words = None,
    downtime: Downtime = False,
    language: str = SOURCE,
) -> ListPage[CampaignCommand]:
    """List the commands of a campaign: those that the caller can give now first, then those that the words fit best.

    They are in the language that `Accept-Language` prefers, and are found by words of that language and of English.
    """
    seen = sight(services, seat, wanted)
    registry, game = services.registry, services.registry.system(system_id(seen.world))
    fit_of = _fitting(registry, game, seen, language)
    rows = []
    for rank, type, kind in _ranked(registry, game, word, language):
        if downtime and kind.slots is None and names_its_own(game):
            continue
        fit, because = fit_of(kind)
        summary = msgspec.structs.asdict(_summary(registry, type, kind, language))
        rows.append(
            (_FITS.index(fit) * 10 + rank, CampaignCommand(**summary, fit=fit, because=because, slots=kind.slots))
        )
    return _page(sorted(rows, key=_key), page)


@allowed(Access("member"))
def fitting_commands(services: Services, seat: Seat, types: Sequence[str]) -> dict[str, CommandGuide]:
    """Return those of some commands that the caller can give now or at any time, in their order; what the game has not is left out."""
    seen = sight(services, seat, ReadRequest(HEAD, None))
    registry, game = services.registry, services.registry.system(system_id(seen.world))
    kinds, fit_of = registry.kinds(game), _fitting(registry, game, seen)
    return {
        type: command_guide(registry, game, type)
        for type in dict.fromkeys(types)
        if type in kinds and fit_of(kinds[type])[0] in ("now", "any-time")
    }


V = TypeVar("V")
S = TypeVar("S", bound=CommandSummary)

_FITS: Final[tuple[Fit, ...]] = ("now", "any-time", "not-now", "not-yours")


def _key(row: tuple[int, CommandSummary]) -> tuple[int, str]:
    return row[0], row[1].type


def _page(rows: Iterable[tuple[int, S]], page: ListRequest) -> ListPage[S]:
    part = list_page(rows, _key, page, tuple[int, str])
    return ListPage([row for _, row in part.rows], part.next)


def _full_name(registry: Registry, game: System, name: str) -> str:
    own = f"{game.id}.{name}"
    return (
        own
        if own in game.kinds or f"{registry.base.id}.{name}" not in registry.base.kinds
        else f"{registry.base.id}.{name}"
    )


def _ranked(
    registry: Registry, game: System, words: str | None, language: str = SOURCE
) -> Iterator[tuple[int, str, CommandSpec]]:
    """Yield the commands in which all words stand, each with the place of the least prominent one."""
    for type, kind in registry.kinds(game).items():
        if registry.replacements(game, kind):
            continue
        places = list(_places(registry, type, kind, language)) if words else []
        ranks = [_rank(places, word) for word in (words or "").casefold().split()]
        if None not in ranks:
            yield max((rank for rank in ranks if rank is not None), default=0), type, kind


def _rank(places: list[str], word: str) -> int | None:
    return next((rank for rank, place in enumerate(places) if word in place.casefold()), None)


def _places(registry: Registry, type: str, kind: CommandSpec, language: str) -> Iterator[str]:
    """Yield the texts in which a word may stand, in English and in a language, the most prominent first."""
    texts, rules, fields = _texts_of(type, language), _rules(registry, type, kind), command_fields(kind.args)
    yield f"{type} {_both(texts, TITLE, [command_title(type)])}"
    yield _both(texts, COMMAND, [kind.summary])
    yield " ".join((*kind.rules, _both(texts, CHAPTER, (rule.area for rule in rules))))
    names = _both(texts, NAME, (in_words(field.name) for field in fields))
    meanings = _both(texts, FIELD, (_about(kind), *(field.meaning for field in fields)))
    yield " ".join((*(field.name for field in fields), names, meanings))
    yield _both(texts, RULE, (rule.text for rule in rules))


def _both(texts: GameTexts, sense: str, english: Iterable[str]) -> str:
    """Return texts as they are searched: in English, and as they are said."""
    return " ".join(word for each in english for word in dict.fromkeys((each, texts.say(sense, each))))


def _texts_of(type: str, language: str) -> GameTexts:
    """Return the texts of the game that a command belongs to."""
    return texts_in(language, type.partition(".")[0])


def _rules(registry: Registry, type: str, kind: CommandSpec) -> list[RuleText]:
    game = registry.system(type.partition(".")[0])
    return [rule for id in kind.rules if (rule := registry.rule(game, id)) is not None]


def _summary(registry: Registry, type: str, kind: CommandSpec, language: str) -> CommandSummary:
    texts = _texts_of(type, language)
    areas = dict.fromkeys(rule.area for rule in _rules(registry, type, kind) if rule.area)
    return CommandSummary(
        type=type,
        title=texts.say(TITLE, command_title(type)),
        summary=texts.say(COMMAND, kind.summary),
        by=kind.by,
        option=kind.option,
        rules=kind.rules,
        chapters=tuple(texts.say(CHAPTER, area) for area in areas),
    )


def _fitting(
    registry: Registry, game: System, seen: Sight, language: str = SOURCE
) -> Callable[[CommandSpec], tuple[Fit, str]]:
    """Return what tells of a command whether the viewer can give it, and why not in a language."""
    campaign = seen.world.aggregate(CAMPAIGN)
    assert isinstance(campaign, Campaign), "every ledger has its campaign"
    options = {name: option.default for name, option in registry.options(game).items()} | campaign.ground[
        "self"
    ].options
    load_things(seen, "encounter")
    fights = bool(open_encounters(VisibleWorld(seen.world, seen.viewer)))
    downtime = any(name.isdecimal() and not is_over(phase) for name, phase in campaign.phases.items())

    def say(because: str) -> str:
        return str(because) if language == SOURCE else in_language(because, refusals_in(language))

    def fit(kind: CommandSpec) -> tuple[Fit, str]:
        if not _may(kind, seen.viewer):
            return "not-yours", say(_FOR_GAME_MASTERS if kind.by == "gm" else _FOR_PLAYERS)
        if kind.option and not options[kind.option]:
            return "not-now", say(text("the option {option} is off", option=_option(kind.option, game, language)))
        if kind.scene:
            return ("now", "") if fights else ("not-now", say(_NO_ENCOUNTER))
        if kind.slots:
            return ("now", "") if downtime else ("not-now", say(_NO_DOWNTIME))
        return "any-time", ""

    return fit


def _option(name: str, game: System, language: str) -> str:
    """Return the name of an option, as it is set in English and as people read it in another language."""
    return name if language == SOURCE else texts_in(language, game.id).say(NAME, in_words(name))


_FOR_GAME_MASTERS: Final = text("only game masters give it")
_FOR_PLAYERS: Final = text("observers only watch")
_NO_ENCOUNTER: Final = text("no encounter is open")
_NO_DOWNTIME: Final = text("no downtime is under way")


def _may(kind: CommandSpec, viewer: Viewer) -> bool:
    return viewer.is_gm or kind.by == "member" or (kind.by != "gm" and viewer.role == "player")


def command_guide(registry: Registry, game: System, command: str) -> CommandGuide:
    """Return everything about a command of a game; a name without a game is the game's own. Raises UnknownCommand."""
    type = command if "." in command else _full_name(registry, game, command)
    kind = registry.kind(game, type)
    owner = registry.system(type.partition(".")[0])
    rules = (registry.rule(owner, id) for id in kind.rules)
    before, inputs = owner.examples.before(type), registry.inputs(game, type)
    return CommandGuide(
        type=type,
        summary=kind.summary,
        about=_about(kind),
        by=kind.by,
        actor=kind.actor,
        option=kind.option,
        instead=registry.replacements(game, kind),
        slots=kind.slots,
        scene=kind.scene,
        fields=command_fields(kind.args),
        rolls=tuple(_known(registry.roll_kinds(game), inputs.rolls, RollKindView)),
        questions=tuple(_known(registry.question_kinds(game), inputs.questions, QuestionKindView)),
        rules=tuple(rule_view(rule) for rule in rules if rule is not None),
        example=kind.example,
        before=tuple(CommandStep(type=step.type, args=step.args) for step in before),
    )


def _known(kinds: Mapping[str, Any], names: Iterable[str], view: type[V]) -> Iterator[V]:
    return (msgspec.convert(kinds[name], view, from_attributes=True) for name in names if name in kinds)


def _about(kind: CommandSpec) -> str:
    return " ".join(inspect.cleandoc(kind.args.__doc__ or "").split())
