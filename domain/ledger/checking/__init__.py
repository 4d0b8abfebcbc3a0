"""Checks of a ledger: every entry and all that is derived of it is computed once more and compared with the store.

Faults are reported here and never mended; `domain.ledger.upkeep.rebuilding` makes anew what is derived.
"""
