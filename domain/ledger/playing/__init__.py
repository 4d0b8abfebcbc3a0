"""Playing commands: a command is accepted, decided with its dice, and drafted as an entry.

Nothing is written here: `domain.ledger.ledger` appends the draft. Changes of the past are in `domain.ledger.revising`.
"""
