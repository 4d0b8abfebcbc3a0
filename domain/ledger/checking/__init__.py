"""Checks of a ledger: every entry and everything derived from it is computed again and compared with the store.

Faults are reported here and never repaired; `domain.ledger.upkeep.rebuilding` rebuilds derived rows.
"""
