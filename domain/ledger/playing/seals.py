"""Sealing secrets: an entry commits to words that are revealed later, and another one reveals them.

Both are records like the commitments of dice. A record has no place in the story, so no change of the past strikes,
amends or inserts one: a commitment stands at the number and time at which it was made, and what was revealed stays so.
The digest is the one under which the ledger keeps the words themselves. Its salt is as long as a key, so the digest tells
nothing of them, not even their length.
"""

from __future__ import annotations

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.ledger.playing.acceptance import AcceptedCommand, Actor, NotAllowed, accept, check_sent
from domain.ledger.playing.draft import Draft, Drafted
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import request_digest
from domain.messages import text
from domain.play.deed import BadCommand
from domain.play.play import StreamEvent
from domain.play.refusals import Refused
from domain.records.store import Store
from domain.vocabulary.audiences import is_public
from domain.vocabulary.seals import Seal, SealChange, SecretSealed, SecretUnsealed

ERASED = "erased-secret"
OPEN = "already-unsealed"


def seal(_: Store, draft: Draft, actor: Actor, envelope: Envelope) -> Drafted:
    """Draft the entry that commits to a secret. Raises what `accept` raises."""
    accepted, number = _accepted(draft, actor, envelope), draft.next
    args = accepted.envelope.args
    instance = Seal(
        title=args["title"],
        by=actor.member,
        digest=accepted.words.digests[0],
        text=args["text"],
        known_to=tuple(sorted(set(args.get("known_to", ())))),
    )
    return _recorded(draft, actor, envelope, accepted, SecretSealed(name=f"seal-{number}", seal=instance))


def unseal(store: Store, draft: Draft, actor: Actor, envelope: Envelope) -> Drafted:
    """Draft the entry that reveals a secret. Raises UnknownThing, NotAllowed, Refused and what `accept` raises."""
    accepted, number = _accepted(draft, actor, envelope), draft.next
    name, instance = meant_by(draft.campaign_state().seals, accepted.envelope.args["seal"])
    if not actor.is_gm and instance.by != actor.member:
        raise NotAllowed("you cannot unseal another member's secret: ask them or a game master to")
    if instance.opened is not None:
        raise Refused(
            OPEN, "{name} is open since entry {opened}; everybody may read it.", name=name, opened=instance.opened
        )
    if store.texts(draft.campaign, [instance.text]).get(instance.text, "") is None:
        raise Refused(ERASED, "The words of {name} were erased: nobody can reveal or prove them any more.", name=name)
    revealed = SecretUnsealed(
        name=name, opened=number, title=instance.title, digest=instance.digest, text=instance.text
    )
    return _recorded(draft, actor, envelope, accepted, revealed)


def meant_by(seals: dict[str, Seal], word: str) -> tuple[str, Seal]:
    """Return the seal that a word means: by its name, the number of its entry, or its title in any case.

    Raises UnknownThing where there is none, or where several have the title.
    """
    wanted = word.strip()
    named = seals.get(wanted.lower()) or seals.get(f"seal-{wanted}")
    if named is not None:
        return next((name, each) for name, each in seals.items() if each is named)
    titled = [(name, each) for name, each in seals.items() if each.title.casefold() == wanted.casefold()]
    if len(titled) == 1:
        return titled[0]
    if titled:
        listed = ", ".join(name for name, _ in titled)
        raise UnknownThing(
            text("{word!r} is the title of several seals; use one of the names {listed}", word=word, listed=listed)
        )
    raise UnknownThing(text("there is no seal {word!r} in this campaign; its seals are listed under seals", word=word))


def _accepted(draft: Draft, actor: Actor, envelope: Envelope) -> AcceptedCommand:
    """Accept a command that has no dice, questions or audience of its own."""
    if not is_public(envelope.audience):
        raise BadCommand("a seal is for everybody to see, without its words: leave `audience` out, and use known_to")
    if envelope.dice or envelope.responses or envelope.encounter:
        raise BadCommand("sealing and unsealing roll and ask nothing: leave dice, responses and encounter out")
    check_sent(draft, envelope)
    return accept(draft, draft.registry, actor, envelope, draft.next)


def _recorded(draft: Draft, actor: Actor, envelope: Envelope, accepted: AcceptedCommand, event: SealChange) -> Drafted:
    header = draft.header(
        "record",
        actor,
        envelope.id,
        words=accepted.words,
        envelope=accepted.envelope,
        reason=accepted.envelope.reason,
    )
    digest = request_digest(draft.registry, actor.member, envelope)
    return draft.add(header, [StreamEvent(CAMPAIGN, event)], request_digest=digest, words=accepted.words)
