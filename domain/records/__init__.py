"""What is recorded of a campaign: entries, their place in the story, the chain over them, and the port of a store.

Here are structs and pure functions only. How entries come to be is in `domain.ledger`; what a change of the past does
to them is in `domain.history`.
"""
