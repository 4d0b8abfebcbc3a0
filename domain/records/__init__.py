"""Records of a campaign: entries, their position in the story, the chain over them, and the port of a store.

Here are structs and pure functions only. `domain.ledger` makes entries; `domain.history` computes how a revision
changes them.
"""
