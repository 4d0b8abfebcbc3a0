"""The store on PostgreSQL: its schema, the statement of an append, the reads, and the journal of other rows.

It keeps what `domain.records` describes and decides nothing about it. A store for tests is in `domain.ledger.memory`.
"""
