"""Reading a ledger: states at a point of its time axes, heads in memory, open offers, and forks as whole campaigns.

Nothing here writes. `domain.visibility` decides what one viewer may see of a state; SQL is in `domain.ledger.postgres`.
"""
