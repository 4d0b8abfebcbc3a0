"""Read models rebuilt from the ledger."""
