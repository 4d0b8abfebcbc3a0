"""Reading a ledger: states at a point of its time axes, heads in memory, open offers, and forks as whole campaigns.

Nothing here writes. What one viewer may see of a state is decided elsewhere; SQL is in `domain.ledger.postgres`.
"""
