"""The way of an entry into a ledger: the application, the mapper and the recorder of the eventsourcing library.

Every append of every store runs through here. The SQL of an append is in `domain.ledger.postgres.append`.
"""
