"""Secrets that one commits to and reveals later, and the check that they were not changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from uuid import uuid4

import msgspec
import rich_click as click
from rich.console import RenderableType

from api.cli.bringing_in import READABLE
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import campaign, reads
from api.cli.output import as_json, row, show, table, words
from api.cli.printing import entries
from api.cli.printing.lines import members_called
from api.cli.prompts import agreed, prompted
from api.cli.session import CliSession
from api.reading import ReadRequest
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.proof import list_seals, show_seal
from domain.play.deed import SEAL, UNSEAL
from projections.views.seals import SealProof, SealView, matches


@click.command()
@campaign
@click.argument("title")
@click.option(
    "--file", "path", type=READABLE, help="The secret, in a text file (- for standard input); else it is asked for."
)
@click.option(
    "--known-to",
    multiple=True,
    metavar="MEMBER",
    help="A member who may read it at once; may be repeated.",
    shell_complete=completes("members"),
)
@as_json
def seal(campaign: str, title: str, path: str | None, known_to: tuple[str, ...]) -> None:
    """Commit to a secret now, so that you can prove later what it was.

    Everybody sees TITLE and a digest at once. `retcon unseal` reveals the text, and anybody can recompute the digest. The
    secret is no argument, so that your shell's history does not keep it.
    """
    text = prompted("Secret") if path is None and sys.stdin.isatty() else _text(path or "-")
    args = {"title": title, "text": text, "known_to": known_to}
    with open_session() as at:
        _give(at, campaign, SEAL, args)


@click.command()
@campaign
@click.argument("seal")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
def unseal(campaign: str, seal: str, yes: bool) -> None:
    """Reveal a sealed secret to everybody, for good.

    SEAL is its name (seal-12), the number of its entry, or its title.
    """
    with open_session() as at:
        meant: SealProof = at.ask(show_seal, campaign, seal=seal)
        if not (yes or agreed(f"Reveal “{meant.title}” to everybody? This cannot be undone.")):
            raise Ended(Exit.NOTHING, "nothing was written; add --yes to reveal the secret")
        _give(at, campaign, UNSEAL, {"seal": meant.seal})


@click.command()
@campaign
@click.argument("seal", required=False)
@click.option("--expect", metavar="DIGEST", help="The digest that you noted when SEAL was sealed.")
@reads
@as_json
def seals(campaign: str, seal: str | None, expect: str | None, wanted: ReadRequest) -> None:
    """List sealed secrets, or show one and check it.

    SEAL is its name (seal-12), the number of its entry, or its title. Ends with 1 where the text and its salt do not come to the digest, or the digest is not the expected one.
    """
    if seal is None:
        if expect is not None:
            raise click.UsageError("--expect is about one secret; name it")
        with open_session() as at:
            views = at.listed(list_seals, campaign, wanted=wanted)
            called = members_called(at.names(campaign), {view.member for view in views})
        show(views, lambda: _lines(views, called))
        return
    with open_session() as at:
        proof: SealProof = at.ask(show_seal, campaign, seal=seal, wanted=wanted)
        called = members_called(at.names(campaign), (proof.member, *proof.known_to))
    _tell(proof, called, expect)


@click.command(name="verify-seal")
@click.argument("file", type=READABLE)
@click.option("--expect", metavar="DIGEST", help="The digest that you noted when the secret was sealed.")
@as_json
def verify_seal(file: str, expect: str | None) -> None:
    """Check a sealed secret; needs no server.

    FILE is what `retcon seals CAMPAIGN SEAL --json` wrote. Ends with 1 where the text and its salt do not come to the digest, or the digest is not the expected one.
    """
    try:
        proof = msgspec.json.decode(_text(file), type=SealProof)
    except msgspec.MsgspecError as error:
        sentence = f"{file} is no sealed secret ({error}); `retcon seals CAMPAIGN SEAL --json` writes one"
        raise Ended(Exit.NOTHING, sentence) from error
    _tell(proof, members_called({}, (proof.member, *proof.known_to)), expect)


def _text(path: str) -> str:
    """Return the text of a file without the line break at its end. Raises Ended."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise Ended(Exit.NOTHING, f"{path} is no text in UTF-8 ({error.reason})") from error
    return text.removesuffix("\n").removesuffix("\r")


def _give(at: CliSession, campaign: str, type: str, args: dict[str, object]) -> None:
    entry = at.ask(give_command, campaign, data=CommandRequest(type=type, id=str(uuid4()), args=args))
    names = at.names(campaign)
    called = members_called(names, entries.members([entry]))
    show(entry, lambda: entries.entry(entry, called, names))


def _lines(views: Sequence[SealView], called: Mapping[str, str]) -> Iterator[RenderableType]:
    if not views:
        yield words("Nothing was sealed yet.")
        return
    made = table("seal", "title", "by", "when", "state", "digest", lead=2)
    for view in views:
        row(made, view.seal, view.title, called[view.member], entries.when(view.at), _state(view), view.digest)
    yield made


def _state(view: SealView) -> str:
    return view.state if view.unsealed is None else f"{view.state} in entry {view.unsealed}"


def _tell(proof: SealProof, called: Mapping[str, str], expect: str | None) -> None:
    """Show a secret with what its check comes to. Raises Ended where the check fails."""
    faults = _faults(proof, expect)
    show(proof, lambda: _shown(proof, called, faults))
    if faults:
        raise Ended(Exit.REFUSED)


def _faults(proof: SealProof, expect: str | None) -> list[str]:
    faults = []
    if expect is not None and expect.strip().lower() != proof.digest:
        faults.append("The digest is not the one that you noted: this is another commitment.")
    if proof.salt is not None and not matches(proof):
        faults.append("The text and its salt do not come to the digest: the text was changed.")
    return faults


def _shown(proof: SealProof, called: Mapping[str, str], faults: Sequence[str]) -> Iterator[RenderableType]:
    yield words(proof.title, "bold")
    by = called[proof.member]
    yield words(f"{proof.seal}, sealed by {by} in entry {proof.entry}, {entries.when(proof.at)}: {_state(proof)}")
    yield words(f"digest {proof.digest}", "dim")
    if proof.known_to:
        yield words(f"known to {', '.join(called[member] for member in proof.known_to)}")
    if proof.text is not None and proof.salt is not None:
        yield words(f"salt   {proof.salt}", "dim")
        yield words(proof.text)
    yield from (words(fault, "bold red") for fault in faults)
    if not faults:
        yield _verdict(proof)


def _verdict(proof: SealProof) -> RenderableType:
    if proof.state == "erased":
        return words("Its words were erased: nobody can prove any more what they were.")
    if proof.salt is None:
        return words(
            "Its words are not yours to read yet. Note the digest: it proves later that they were not changed."
        )
    return words("The text and its salt come to the digest.", "green")
