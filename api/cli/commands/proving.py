"""Proof: checking that a ledger is as it was written, and that its dice follow their commitments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec
import rich_click as click
from rich.console import RenderableType
from rich.table import Table

from api.cli.bringing_in import READABLE
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.machine import MachineSession, machine_of
from api.cli.opening import open_session
from api.cli.options import campaign
from api.cli.output import as_json, progress, row, say, show, table, words
from api.cli.session import CliSession, problems_told
from api.storage.wholeness import verify_installation
from api.use_cases.campaigns import show_campaign
from api.use_cases.proof import remembered, show_dice, show_verification, unseal_dice
from domain.dice.verify import DiceDocument, DiceVerification, EpochTwice, verify_dice
from domain.ledger.checking.faults import LedgerFault
from domain.ledger.postgres.journal import Newest
from domain.messages import numbered
from projections.verifying import verify_whole


@click.command()
@click.argument("campaign", required=False, shell_complete=completes("campaigns"))
@click.option("--all", "every", is_flag=True, help="Every campaign.")
@click.option(
    "--expect",
    metavar="NUMBER:HASH",
    help="A record noted earlier, of one campaign or (with --all) of the installation, that must still be there.",
)
@as_json
def verify(campaign: str | None, every: bool, expect: str | None) -> None:
    """Check that a ledger is as it was written: chain, events, reads, texts, states, seeds and facts.

    With --all every campaign is checked and, for the installation's operator, the installation itself: that no campaign
    is missing, that every row belongs to something, and that accounts, tokens, invitations and grants are as they were
    written.

    Note the head that this prints: with --expect you can prove later that nothing before it was replaced. A ledger
    cannot show that by itself. Ends with 1 where anything is wrong, and names each fault.
    """
    if (campaign is None) != every:
        raise click.UsageError("name a campaign, or say --all")
    if expect is not None and not EXPECTED.fullmatch(expect):
        raise click.UsageError("--expect takes a number and its hash, like 302:9f3c… with all 64 digits")
    with open_session() as at:
        if campaign is not None:
            rows = [_verified(at, at.campaign(campaign), expect)]
        else:
            rows = [_verified(at, each.id, None) for each in at.known()] + _installation(at, expect)
    show(rows if every else rows[0], lambda: _verifications(rows))
    if not all(each["ok"] for each in rows):
        raise Ended(Exit.REFUSED)


INSTALLATION: Final = "This installation"
"""The subject of a check that names no campaign."""

EXPECTED = re.compile(r"[0-9]{1,12}:[0-9A-Fa-f]{64}")


def _verified(at: CliSession, campaign: UUID, expect: str | None) -> dict[str, Any]:
    """Return the result of checking a campaign, in the fields of the interface's answer and with the campaign's name."""
    if at.is_operator:
        return _verified_here(machine_of(at), campaign, expect)
    view = at.ask(show_verification, str(campaign), expect=expect)
    name = at.ask(show_campaign, str(campaign)).name
    fields: dict[str, Any] = msgspec.to_builtins(view)
    return {"campaign": campaign, "name": name} | fields


def _verified_here(at: MachineSession, campaign: UUID, expect: str | None) -> dict[str, Any]:
    """Check a campaign for the installation's operator, who needs no seat in it: a damaged one may have none."""
    services = at.services
    with problems_told(is_gm=True), progress("checking") as step:
        checked = verify_whole(
            services.pool, services.ledger.store, campaign, remembered=remembered(expect), progress=step
        )
    return {
        "campaign": campaign,
        "name": next((row.name for row in at.known() if row.id == campaign), str(campaign)),
        "ok": checked.ok,
        "entries": checked.entries,
        "head": checked.head.entry,
        "hash": checked.head.hash.hex(),
        "faults": _listed(checked.faults),
        "erased": checked.erased,
    }


def _installation(at: CliSession, expect: str | None) -> list[dict[str, Any]]:
    """Return the result of checking the installation itself, in the form of a campaign's; only for its operator."""
    if not at.is_operator:
        return []
    noted = remembered(expect)
    checked = verify_installation(
        machine_of(at).services.pool, None if noted is None else Newest(noted.entry, noted.hash)
    )
    newest = checked.newest
    return [
        {
            "campaign": None,
            "name": INSTALLATION,
            "ok": checked.ok,
            "entries": newest.number,
            "head": newest.number,
            "hash": newest.hash,
            "faults": _listed(checked.faults),
            "erased": (),
        }
    ]


def _listed(faults: Iterable[LedgerFault]) -> list[dict[str, Any]]:
    return [{"entry": fault.entry, "what": fault.what, "sentence": fault.sentence} for fault in faults]


_ENTRIES: Final = ("{count} entry is as it was written.", "{count} entries are as they were written.")
_RECORDS: Final = (
    "{count} record of its journal is as it was written.",
    "{count} records of its journal are as they were written.",
)
"""Sentences of a ledger, and of a journal, that are whole: for one entry, and for several."""


def _verifications(rows: list[dict[str, Any]]) -> Iterator[RenderableType]:
    for each in rows:
        if each["ok"]:
            texts = numbered(" {count} text was erased.", " {count} texts were erased.", len(each["erased"]))
            erased = texts if each["erased"] else ""
            intact = _ENTRIES if each["campaign"] else _RECORDS
            yield words(f"{each['name']}: {numbered(*intact, each['entries'])}{erased}", "green")
            yield words(f"head {each['head']}:{each['hash']}", "dim")
            continue
        yield words(f"{each['name']}: {numbered('{count} fault', '{count} faults', len(each['faults']))}", "bold red")
        made = table("entry", "what", "fault", right=("entry",))
        for fault in each["faults"]:
            row(made, fault["entry"], fault["what"], fault["sentence"] or "the game master sees what")
        yield made
    if not any(each["campaign"] for each in rows):
        yield words("There is no campaign yet.")


@click.command()
@campaign
@click.option(
    "--document",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE",
    help="Write all that is needed to recompute the dice elsewhere to FILE (- for standard output).",
)
@click.option("--unseal", type=int, metavar="EPOCH", help="First reveal the sealed seed of an epoch that has ended.")
@as_json
def dice(campaign: str, document: Path | None, unseal: int | None) -> None:
    """Show the dice commitments and the revealed seeds, and recompute every die with a revealed seed.

    Ends with 1 where a die differs from the one that its seed gives.
    """
    with open_session() as at:
        if unseal is not None:
            at.ask(unseal_dice, campaign, epoch=unseal)
        shown: DiceDocument = at.ask(show_dice, campaign)
    checked = verify_dice(shown)
    if document is not None:
        _write(document, msgspec.json.format(msgspec.json.encode(shown), indent=2))
    if document is None or str(document) != "-":
        show(shown, lambda: (*_commitments(shown), *_checked(checked)))
    if not checked.sound:
        raise Ended(Exit.REFUSED)


@click.command(name="verify-dice")
@click.argument("file", type=READABLE)
@as_json
def verify_document(file: str) -> None:
    """Recompute the dice of a document that `retcon dice --document` wrote; needs no server and no database.

    Compare its commitments with those you noted before play: only they prove that the seeds were not chosen later. Ends
    with 1 where a die or a seed is wrong.
    """
    try:
        with click.open_file(file, "rb") as opened:
            document = msgspec.json.decode(opened.read(), type=DiceDocument)
    except (msgspec.MsgspecError, UnicodeDecodeError, EpochTwice) as error:
        sentence = f"{file} is no dice document ({error}); `retcon dice CAMPAIGN --document FILE` writes one"
        raise Ended(Exit.NOTHING, sentence) from error
    checked = verify_dice(document)
    show(checked, lambda: (*_commitments(document), *_checked(checked)))
    if not checked.sound:
        raise Ended(Exit.REFUSED)


def _write(path: Path, content: bytes) -> None:
    if str(path) == "-":
        click.echo(content)
        return
    try:
        path.write_bytes(content + b"\n")
    except OSError as error:
        raise Ended(Exit.NOTHING, f"{path} cannot be written ({error.strerror}); name another file") from error
    say(words(f"Written: {path}. `retcon verify-dice {path}` checks it anywhere.", "green"))


def _commitments(document: DiceDocument) -> Iterator[RenderableType]:
    made = table("epoch", "seed", "", "as hexadecimal digits", right=("epoch",))
    for epoch in document.epochs:
        _pair(made, epoch.number, "open", epoch.open_commitment, epoch.open_seed)
        _pair(made, None, "sealed", epoch.sealed_commitment, epoch.sealed_seed)
        if epoch.amendment_commitment is not None:
            _pair(made, None, "amendment", epoch.amendment_commitment, epoch.amendment_seed)
    if document.amendment_commitment is not None:
        _pair(made, None, "amendment", document.amendment_commitment, document.amendment_seed)
    yield made


def _pair(made: Table, epoch: int | None, seed: str, committed: bytes, revealed: bytes | None) -> None:
    row(made, epoch, seed, "committed to", committed.hex())
    row(made, "", "", "revealed", "not yet" if revealed is None else revealed.hex())


def _checked(checked: DiceVerification) -> Iterator[RenderableType]:
    counts = {
        "recomputed, and right": checked.recomputed,
        "waiting for their seed": checked.unrevealed,
        "typed in, set or imported": checked.unseeded,
    }
    sentence = "; ".join(f"{len(dice)} {what}" for what, dice in counts.items() if dice) or "no dice yet"
    yield words(f"Dice: {sentence}.", "green" if checked.sound else "")
    for wrong in checked.mismatching:
        due = "" if wrong.expected is None else f"; its seed gives {wrong.expected}"
        die = f"die {wrong.die.index} of {wrong.die.label}, a d{wrong.die.sides}, shows {wrong.die.value}"
        yield words(f"Entry {wrong.entry}: {die}{due} ({wrong.trouble.replace('_', ' ')})", "red")
    for broken in checked.broken:
        which = "the amendment seed" if broken.epoch is None else f"the {broken.seed} seed of epoch {broken.epoch}"
        yield words(f"Revealed as {which} differs from its commitment.", "red")
