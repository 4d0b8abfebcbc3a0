"""Tools that read: campaigns, sheets, boards, the ledger, reasons of values, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

import msgspec

from api.analytics.narrowing import Narrowing
from api.mcp.callers import ToolCaller
from api.mcp.tools import InCampaign, NoArguments, ReadingOf, Tool, tool
from api.paging import MOST
from api.reading import VIEW
from api.use_cases.campaigns import explain_campaign, list_campaigns, list_options, show_campaign
from api.use_cases.characters import list_characters, show_character
from api.use_cases.command_guides import list_campaign_commands, show_command
from api.use_cases.enclaves import list_enclaves, show_enclave
from api.use_cases.encounters import list_encounters, show_encounter, show_map
from api.use_cases.entries import entry_filter, list_decisions, list_entries, show_entry
from api.use_cases.members import list_members, show_presence
from api.use_cases.reports import list_reports_on_all, show_report, show_report_on_all
from api.use_cases.systems import list_campaign_catalogue, list_rules, show_rule
from domain.history.points import View
from projections.phrases.entries import brought_in, gist
from projections.phrases.messages import Part
from projections.views.entry import EntryView, HiddenEntry


class Thing(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A read of one thing of a campaign."""

    handle: Annotated[str, msgspec.Meta(description="its handle, as the list of such things has it")]


class Value(Thing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value of a thing."""

    path: Annotated[str, msgspec.Meta(description="the value's path, as the sheet, board or group has it")]


class EntryRange(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entries of the ledger: the newest ones, or those after an entry."""

    after: Annotated[int, msgspec.Meta(ge=0, description="only entries behind this number, oldest first")] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST, description="how many at most")] = 20
    session: Annotated[int, msgspec.Meta(ge=1, description="only entries of this session")] | None = None
    character: Annotated[str, msgspec.Meta(description="only entries that concern this character")] | None = None
    member: Annotated[str, msgspec.Meta(description="only entries that this member gave")] | None = None


class Numbered(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the ledger."""

    entry: Annotated[int, msgspec.Meta(ge=1, description="the entry's number")]


class Searched(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word to search for in what a game has."""

    word: Annotated[str, msgspec.Meta(description="a word, or part of one, in any case", max_length=200)] = ""


class Listed(Searched, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words to search for in the catalogue of a campaign."""

    kind: Annotated[
        str, msgspec.Meta(description="only entries of this kind, as `power` or `weapon`", max_length=60)
    ] = ""


class Typed(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command of the campaign's game."""

    type: Annotated[str, msgspec.Meta(description="the command's type, as `find_commands` lists it")]


class Cited(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of the campaign's game."""

    rule: Annotated[str, msgspec.Meta(description="the rule's id, as entries and refusals cite it")]


_Session = Annotated[int, msgspec.Meta(ge=1)]


class Reported(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report on some campaigns."""

    report: Annotated[str, msgspec.Meta(description="the report's name, as `reports` lists it")]
    campaigns: Annotated[
        tuple[str, ...], msgspec.Meta(description="only these campaigns, by name or id", max_length=100)
    ] = ()
    view: Annotated[View, msgspec.Meta(description=VIEW)] | None = None
    first_session: Annotated[_Session, msgspec.Meta(description="the first session that counts")] | None = None
    last_session: Annotated[_Session, msgspec.Meta(description="the last session that counts")] | None = None


class ReportedOn(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report on a campaign, or on a part of it."""

    report: Annotated[str, msgspec.Meta(description="the report's name, as `reports` lists it")]
    first_session: Annotated[_Session, msgspec.Meta(description="the first session that counts")] | None = None
    last_session: Annotated[_Session, msgspec.Meta(description="the last session that counts")] | None = None
    members: Annotated[
        tuple[str, ...], msgspec.Meta(description="only what these members did, by name or id", max_length=100)
    ] = ()
    characters: Annotated[
        tuple[str, ...], msgspec.Meta(description="only these characters, by handle", max_length=100)
    ] = ()


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as a sentence. A hidden one has only its number."""

    entry: int
    text: str = "hidden"
    at: str = ""
    by: str = ""
    status: str = "standing"


@tool(NoArguments, reads=True)
def campaigns(caller: ToolCaller, _: NoArguments) -> Any:
    """List the campaigns that you take part in, each with its game, your role, and where it stands."""
    return caller.listed(list_campaigns)


@tool(ReadingOf, reads=True)
def campaign(caller: ToolCaller, given: ReadingOf) -> Any:
    """Show a campaign: session, scene, clock, options, open questions, members, characters, encounters and groups."""
    name, wanted = given.campaign, given.wanted
    return {
        "campaign": caller.ask(show_campaign, name, wanted=wanted),
        "members": caller.listed(list_members, name, wanted=wanted),
        "characters": caller.listed(list_characters, name, wanted=wanted),
        "encounters": caller.listed(list_encounters, name, wanted=wanted),
        "groups": caller.listed(list_enclaves, name, wanted=wanted),
    }


@tool(Thing, reads=True)
def sheet(caller: ToolCaller, given: Thing) -> Any:
    """Show a character's sheet, now or at an earlier point."""
    return caller.ask(show_character, given.campaign, wanted=given.wanted, character=given.handle)


@tool(Thing, reads=True)
def board(caller: ToolCaller, given: Thing) -> Any:
    """Show an encounter: who takes part, the order of turns, the map, and what is going on."""
    return caller.ask(show_encounter, given.campaign, wanted=given.wanted, encounter=given.handle)


@tool(Thing, reads=True)
def battle_map(caller: ToolCaller, given: Thing) -> Any:
    """Show the map of an encounter: its areas or squares, and who stands where."""
    return caller.ask(show_map, given.campaign, wanted=given.wanted, encounter=given.handle)


@tool(InCampaign, reads=True)
def presence(caller: ToolCaller, given: InCampaign) -> Any:
    """List the members who are here now."""
    return caller.ask(show_presence, given.campaign)


@tool(ReadingOf, reads=True)
def options(caller: ToolCaller, given: ReadingOf) -> Any:
    """List the options of a campaign: what each decides, its choices, and the value in force."""
    return caller.listed(list_options, given.campaign, wanted=given.wanted)


@tool(Thing, reads=True)
def group(caller: ToolCaller, given: Thing) -> Any:
    """Show an enclave or another group: its values, members and followers."""
    return caller.ask(show_enclave, given.campaign, wanted=given.wanted, enclave=given.handle)


@tool(EntryRange, reads=True)
def log(caller: ToolCaller, given: EntryRange) -> Any:
    """Read the ledger as sentences: the newest entries, or those after an entry. `entry` shows one with its dice."""
    backwards = given.after is None
    only = entry_filter(
        after=given.after or 0, limit=given.limit, order="newest" if backwards else "oldest", session=given.session
    )
    if given.member is not None:
        only = msgspec.structs.replace(only, member=given.member)
    page = caller.ask(
        list_entries, given.campaign, wanted=given.wanted, only=only, character=given.character, most_bytes=None
    )
    called = {str(each.member): each.name or "" for each in _members(caller, given.campaign)}
    say = caller.sentences(given.campaign).say
    lines = [_line(entry, called, say) for entry in page.entries]
    return lines[::-1] if backwards else lines


def _members(caller: ToolCaller, campaign: str) -> Iterable[Any]:
    return caller.listed(list_members, campaign)


def _line(entry: EntryView | HiddenEntry, called: dict[str, str], say: Callable[[Part], str]) -> LogLine:
    if isinstance(entry, HiddenEntry):
        return LogLine(entry.entry)
    names = {**entry.names, **brought_in(entry, entry.names, say)}
    text = say(gist(entry, names, say))
    return LogLine(entry.entry, text, entry.at, called.get(entry.member, entry.member), entry.status)


@tool(Numbered, reads=True)
def entry(caller: ToolCaller, given: Numbered) -> Any:
    """Show one entry of the ledger with its command, dice, events, decisions and cited rules."""
    return caller.ask(show_entry, given.campaign, wanted=given.wanted, entry=given.entry)


@tool(Value, reads=True)
def explain(caller: ToolCaller, given: Value) -> Any:
    """Say why a value of a character, an encounter or a group is what it is: the entries that made it, term by term."""
    return caller.ask(explain_campaign, given.campaign, wanted=given.wanted, path=given.path, target=given.handle)


@tool(InCampaign, reads=True)
def decisions(caller: ToolCaller, given: InCampaign) -> Any:
    """List open questions and offers, each with its owner and options. `answer` answers one that is yours (`mine`)."""
    return caller.listed(list_decisions, given.campaign)


@tool(Searched, reads=True)
def find_commands(caller: ToolCaller, given: Searched) -> Any:
    """Find commands of the campaign's game by words of their names, summaries, rules, chapters or fields: those that you can
    give now come first. `describe_command` shows one."""
    return caller.listed(list_campaign_commands, given.campaign, word=given.word or None)


@tool(Typed, reads=True)
def describe_command(caller: ToolCaller, given: Typed) -> Any:
    """Describe a command: its fields with meanings, types and choices, its dice and questions, its rules, and an example."""
    return caller.ask(show_command, system=_system(caller, given.campaign), command=given.type)


def _system(caller: ToolCaller, campaign: str) -> str:
    return caller.ask(show_campaign, campaign).system


@tool(Searched, reads=True)
def find_rules(caller: ToolCaller, given: Searched) -> Any:
    """Find rules of the campaign's game, in Retcon's own words, by a word of their id or text."""
    return caller.listed(list_rules, system=_system(caller, given.campaign), word=given.word or None)


@tool(Listed, reads=True)
def find_in_catalogue(caller: ToolCaller, given: Listed) -> Any:
    """Find what the game brings to pick from (powers, monsters, weapons …) and what the campaign has added, by words and kind.
    Each entry has its `key`, which commands take, and the commands with the field that takes it."""
    return caller.listed(
        list_campaign_catalogue, given.campaign, word=given.word or None, kind=given.kind or None, rule=None
    )


@tool(Cited, reads=True)
def rule(caller: ToolCaller, given: Cited) -> Any:
    """Show a rule of the campaign's game by its id."""
    return caller.ask(show_rule, system=_system(caller, given.campaign), rule=given.rule)


@tool(NoArguments, reads=True)
def reports(caller: ToolCaller, _: NoArguments) -> Any:
    """List the reports that there are: the question that each answers, and what the columns of its table mean."""
    return caller.listed(list_reports_on_all)


@tool(ReportedOn, reads=True)
def report(caller: ToolCaller, given: ReportedOn) -> Any:
    """Answer a report on a campaign in a sentence and in rows, as far as you may see it: who hits, whose dice are lucky."""
    narrowing = Narrowing(
        first_session=given.first_session,
        last_session=given.last_session,
        members=given.members,
        characters=given.characters,
    )
    return caller.ask(
        show_report,
        given.campaign,
        wanted=given.wanted,
        narrowing=narrowing,
        report=given.report,
        language=caller.language,
    )


@tool(Reported, reads=True)
def report_on_all(caller: ToolCaller, given: Reported) -> Any:
    """Answer a report on all campaigns that you take part in together, or on several of them."""
    return caller.ask(show_report_on_all, **msgspec.structs.asdict(given))


TOOLS: Final[tuple[Tool[Any], ...]] = (
    campaigns,
    campaign,
    options,
    presence,
    sheet,
    board,
    battle_map,
    group,
    log,
    entry,
    explain,
    decisions,
    find_commands,
    describe_command,
    find_rules,
    find_in_catalogue,
    rule,
    reports,
    report,
    report_on_all,
)
"""The tools, in the order in which they are offered."""
