"""What the service keeps beside the ledger, and the database it keeps all of it in."""


class StorageFailed(Exception):
    """The database cannot be used; the sentence says why and what would help. Subclasses name the case by their slug."""

    slug = "storage-failed"
