"""The read models: what a ledger holds, as one viewer may see it at one point of time."""
