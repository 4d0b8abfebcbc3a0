"""What the service keeps beside the ledger, and the database it keeps all of it in."""
