"""Accounts, tokens, invitations and memberships, and the database that holds everything, with its backups.

Campaigns themselves are not here: `domain.ledger` stores them."""


class StorageFailed(Exception):
    """The database cannot be used; the sentence says why and what would help. Subclasses name the case by their slug."""

    slug = "storage-failed"
