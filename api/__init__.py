"""The HTTP application, the page and the command line around the ledger."""
