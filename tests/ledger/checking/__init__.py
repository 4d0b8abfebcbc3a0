"""Whatever is altered in a ledger is found."""
