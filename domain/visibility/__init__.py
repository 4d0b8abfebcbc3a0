"""The decision who may see what: of a world, of its events, of the entries of a ledger and of every text.

What is decided here, `README.md` says in ten sentences. No view decides for itself."""
