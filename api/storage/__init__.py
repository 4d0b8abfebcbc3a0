"""The service's own records beside the ledger, and the database that holds everything."""


class StorageFailed(Exception):
    """The database cannot be used; the sentence says why and what would help. Subclasses name the case by their slug."""

    slug = "storage-failed"
