"""The slash commands: rolls, commands of the game, sheets, undoing, answers, and the link between Discord and campaigns."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Final, get_args

from api.answering import answering
from api.cli.arguments import TypedArgs, command_typed
from api.cli.options import dice_given
from api.discord import completing
from api.discord.asking import Request
from api.discord.messages import InteractionAnswer, only, sentence
from api.discord.rendering import decisions_shown, sheet_shown
from api.discord.slash import SlashCommand, SlashOption, described
from api.discord.undoing import undo
from api.problems import NotFound
from api.use_cases.characters import list_characters
from api.use_cases.commands import CommandRequest
from api.use_cases.discord import (
    free_discord_channel,
    link_discord_user,
    tie_discord_channel,
    unlink_discord_user,
    untie_discord_channel,
)
from api.use_cases.entries import list_decisions
from domain.history.plan import Policy
from domain.messages import text as worded


def roll(request: Request) -> InteractionAnswer:
    """Roll dice, and keep the roll."""
    given = request.given
    args = {"notation": given["dice"], "label": given.get("what") or "roll"}
    args |= {"actor": given["who"]} if given.get("who") else {}
    args |= {"sealed": True} if given.get("secret") else {}
    return request.shows(request.gives(CommandRequest(type="freeform.roll", args=args)))


def play(request: Request) -> InteractionAnswer:
    """Give a command of the game, with its arguments as the command line takes them."""
    given = request.given
    words = (str(given["type"]), *_words(given.get("args")))
    type, args = command_typed(request.at, request.campaign, words[0], TypedArgs(words=words, args=None, text=()))
    command = CommandRequest(
        type=type,
        args=args,
        dice=dice_given(_words(given.get("dice"))),
        encounter=given.get("encounter") or None,
        reason=given.get("reason") or None,
        force=bool(given.get("force")),
        audience="gm" if given.get("secret") else "all",
    )
    return request.shows(request.gives(command))


def _words(text: object) -> Sequence[str]:
    """Return the words of a text; quotes hold several together. Raises NotFound."""
    try:
        return shlex.split(str(text or ""))
    except ValueError as error:
        raise NotFound(
            worded("a quote is not closed in {text!r}; write key=value pairs, such as text='two words'", text=text)
        ) from error


def sheet(request: Request) -> InteractionAnswer:
    """Show a sheet: that of the character who is named, or of the user's only one."""
    at, campaign = request.at, request.campaign
    who = request.given.get("who")
    if not who:
        mine = at.listed(list_characters, campaign, owner=str(at.account))
        if len(mine) != 1:
            listed = ", ".join(each.handle for each in mine) or worded("none")
            raise NotFound(worded("say whose sheet, as `who`; your characters here: {listed}", listed=listed))
        who = mine[0].handle
    return sheet_shown(at, at.channel, campaign, str(who))


def answer(request: Request) -> InteractionAnswer:
    """Answer a decision; without a choice, show those that the user may answer."""
    at, campaign, names = request.at, request.campaign, request.names()
    mine = [each for each in at.listed(list_decisions, campaign) if each.mine]
    choice, decision = request.given.get("choice"), request.given.get("decision")
    if choice:
        return request.shows(request.answers(answering(mine, decision or None, str(choice), names)))
    return InteractionAnswer(private=decisions_shown(mine, names)) if mine else only("No decision of yours is open.")


def link(request: Request) -> InteractionAnswer:
    """Link the user to the account of a code."""
    user = request.interaction.sender
    account = link_discord_user(request.services, user.id, user.username, str(request.given["code"]))
    return only(
        f"You are linked to the account {account.name}; it lets you {', '.join(account.scopes)} here.",
        "`/retcon unlink` ends that.",
    )


def unlink(request: Request) -> InteractionAnswer:
    """End the link of the user."""
    ended = unlink_discord_user(request.services, request.interaction.sender.id)
    return only("Your Discord user is no longer linked." if ended else "Your Discord user was not linked.")


def here(request: Request) -> InteractionAnswer:
    """Play a campaign in this channel."""
    name = str(request.given["campaign"])
    request.at.ask(tie_discord_channel, name, channel=request.interaction.channel_id)
    shown = next((row.name for row in request.at.known() if row.id == request.at.campaign(name)), name)
    return InteractionAnswer(public=sentence(f"{shown} is played in this channel."))


def leave(request: Request) -> InteractionAnswer:
    """End the play of a campaign in this channel: for its game master, and for users who may manage the channel."""
    channel = request.interaction.channel_id
    if request.interaction.manages_channel:
        free_discord_channel(request.services, channel)
    else:
        request.at.ask(untie_discord_channel, request.campaign, channel=channel)
    return only("No campaign is played in this channel now.")


def status(request: Request) -> InteractionAnswer:
    """Say who the user is to Retcon, and what is played in the channel."""
    rows = {row.id: row for row in request.at.known()}
    row = rows.get(request.tied) if request.tied is not None else None
    lines = [f"You take part in {', '.join(each.name for each in rows.values()) or 'no campaign'}."]
    lines.append(
        "No campaign of yours is played in this channel." if row is None else f"Here: {row.name}, as {row.role}."
    )
    return only(*lines)


_WHO: Final = SlashOption(name="who", text="A character, by its handle", complete=completing.characters)
_SECRET: Final = SlashOption(name="secret", text="Only game masters see it", type="yes-no")

COMMANDS: Final[Mapping[str, SlashCommand]] = {
    command.name: command
    for command in (
        SlashCommand(
            name="roll",
            text="Roll dice, and keep the roll",
            run=roll,
            options=(
                SlashOption(name="dice", text="The dice: 2d6+1, 4d6kh3", required=True),
                SlashOption(name="what", text="What the roll is for"),
                _WHO,
                _SECRET,
            ),
        ),
        SlashCommand(
            name="play",
            text="Give a command of the game",
            run=play,
            options=(
                SlashOption(name="type", text="The command", required=True, complete=completing.commands),
                SlashOption(name="args", text="key=value key=value …", complete=completing.arguments),
                SlashOption(name="dice", text="Dice that you rolled: attack=4 damage=3,2"),
                SlashOption(
                    name="encounter", text="The encounter, if several are open", complete=completing.encounters
                ),
                SlashOption(name="reason", text="The reason"),
                _SECRET,
                SlashOption(name="force", text="As game master: overrule a refusal", type="yes-no"),
            ),
        ),
        SlashCommand(name="sheet", text="Show a sheet", run=sheet, options=(_WHO,)),
        SlashCommand(
            name="undo",
            text="Undo an entry: first you see the plan",
            run=undo,
            options=(
                SlashOption(
                    name="entry",
                    text="Its number, or a group such as turn:41 or session:2",
                    required=True,
                    complete=completing.entries,
                ),
                SlashOption(
                    name="policy", text="What becomes of entries that conflict", choices=tuple(get_args(Policy))
                ),
                SlashOption(
                    name="fill", text="Let the server roll and take defaults, if something is owed", type="yes-no"
                ),
            ),
        ),
        SlashCommand(
            name="answer",
            text="Answer an open question, or show yours",
            run=answer,
            options=(
                SlashOption(name="choice", text="Your choice", complete=completing.choices),
                SlashOption(name="decision", text="DEED/KEY, if several are open"),
            ),
        ),
        SlashCommand(
            name="retcon link",
            text="Link your Discord user to your account",
            run=link,
            options=(SlashOption(name="code", text="The code of `retcon discord link`", required=True),),
        ),
        SlashCommand(name="retcon unlink", text="End the link of your Discord user", run=unlink),
        SlashCommand(
            name="retcon here",
            text="Play a campaign of yours in this channel",
            run=here,
            options=(SlashOption(name="campaign", text="The campaign", required=True, complete=completing.campaigns),),
        ),
        SlashCommand(name="retcon leave", text="Play no campaign in this channel any more", run=leave),
        SlashCommand(name="retcon status", text="Show who you are here, and what is played", run=status),
    )
}
"""The slash commands by name."""

GROUPS: Final = {"retcon": "Your account, and the campaign of this channel"}
"""The commands that have subcommands, with what Discord says of them."""


def commands_described() -> list[dict[str, object]]:
    """Return the slash commands as Discord takes them."""
    return described(COMMANDS.values(), GROUPS)
