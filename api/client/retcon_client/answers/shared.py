"""Answers about shared, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.kinds import Secret


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who holds tokens. `name` is None once it was erased; `made_by` the account that a bot belongs to.
    `may_found` is whether it may found campaigns, which the installation's owner always may.
    """

    id: str
    kind: str
    name: str | None
    made_by: str | None
    created_at: str
    erased_at: str | None
    may_found: bool


class CatalogueEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a catalogue. `key` is what commands take, `id` the key as it stands in addresses, and `own` marks an
    entry of the campaign's own.
    """

    kind: str
    key: str
    id: str
    name: str
    text: str
    own: bool
    fields: tuple[CatalogueField, ...]
    rules: tuple[str, ...]
    uses: tuple[CatalogueUse, ...]


class CatalogueField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an entry. `name` is its path with dots, and `label` the words for each part of it; `values` are one,
    or those of a list. `of` is the kind of entries whose keys the values are, "" for none.
    """

    name: str
    label: tuple[str, ...]
    values: tuple[str | int | bool | None, ...]
    unit: str
    of: str


class CatalogueUse(msgspec.Struct, frozen=True, kw_only=True):
    """A command, by type, and the field of it that takes the key of an entry; its path has `[]` behind a list of
    structs.
    """

    command: str
    field: str


class Contribution(msgspec.Struct, frozen=True, kw_only=True):
    """One addend of a roll: what it is called, where it comes from, how much it is, and of which type, by which it
    stacks.
    """

    label: str
    amount: int
    source: str | None = None
    type: str | None = None


class DieView(msgspec.Struct, frozen=True, kw_only=True):
    """A die as it counted. `source` is where it came from, where the tape still says so. `first_entry` is the struck
    entry in which its roller drew it first: a roller who undoes a roll draws the same die again.
    """

    sides: int
    value: int
    kept: bool
    source: str | None
    first_entry: int | None


class HeadView(msgspec.Struct, frozen=True, kw_only=True):
    """The newest entry, and the hash that covers it and all before it."""

    entry: int
    hash: str


class IssuedToken(msgspec.Struct, frozen=True, kw_only=True):
    """A new token. `secret` is what to send, and is shown this once."""

    token: Token
    secret: Secret


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A rule's judgement of a roll after it was made: the values that count instead. `why` is in a few words."""

    why: str
    natural: int | None = None
    modifiers: tuple[Contribution, ...] = ()
    total: int | None = None
    target: int | None = None
    outcome: str | None = None
    rules: tuple[str, ...] = ()


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """The name of an aggregate, or of an instance of one: `handle` is what commands and addresses take. `kind` is an
    aggregate's kind in its game, or an instance's component.
    """

    ref: str
    handle: str
    name: str
    kind: str


class OpenQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question or an offer of a deed. Its content is empty for everyone but its owner and the game master. `mine` is
    whether the viewer may answer it, `open` whether it is unanswered and not closed. An offer (`kind`), which is not
    `blocking`, took its default; while it is open its owner may take it by a late answer, at its `price` (empty
    where it costs nothing), `until` the end of the turn, of the encounter, of the scene, of the session, or their
    next deed. `about` is the aggregate whose play a question holds up.
    """

    deed: int
    key: str
    owner: str
    prompt: str
    options: tuple[str, ...]
    default: str
    blocking: bool
    mine: bool
    open: bool
    kind: str
    price: str
    until: str
    about: str


class RollView(msgspec.Struct, frozen=True, kw_only=True):
    """A roll; `by` is the aggregate that made it. A veiled roll has neither target nor outcome for players. Where it
    was `judged` again, the last judgement counts.
    """

    label: str
    by: str
    notation: str
    dice: tuple[DieView, ...]
    modifiers: tuple[Contribution, ...]
    total: int
    target: int | None
    outcome: str
    veiled: bool
    judged: tuple[Judgement, ...] = ()


class SeenValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value after formulas and modifiers: `base` and the counted `parts`, in their order, give `value`. `computed` is
    whether a formula gave the base. Where the value cannot be worked out, `error` says why.
    """

    base: int | None
    value: int | None
    computed: bool
    parts: tuple[Share, ...]
    title: str
    error: str | None


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """One modifier's part in a value. `hidden` is all that the viewer may not know of, as one amount without a name."""

    operation: str
    amount: int
    modifier: str | None = None
    title: str | None = None
    over: int | None = None
    type: str | None = None
    source: str | None = None
    when: tuple[str, ...] = ()
    against: str | None = None
    counted: bool | None = None
    hidden: bool | None = None


class ThingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A character, encounter or enclave in a list. `owners` are the members who play it."""

    id: str
    ref: str
    handle: str
    name: str
    kind: str
    owners: tuple[str, ...]


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token as it is listed, without its secret. With `acts_for` it acts as that member of `campaign`. `used_on` is
    the last day (UTC) on which it was used, or a browser that is signed in with it.
    """

    id: str
    label: str
    scopes: tuple[str, ...]
    campaign: str | None
    acts_for: str | None
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    used_on: str | None
