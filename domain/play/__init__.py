"""Play: what a rule reads, rolls, emits and asks, each recorded with its path or label.

`play.Play` is the interface of rules. Rules themselves are in `systems`; accepting and writing commands is in `domain.ledger`.
"""
