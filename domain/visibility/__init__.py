"""Visibility: the one decision who may see what of a world, its events, its texts, its dice and the entries of its ledger.

`README.md` states the rule. How an answer is laid out is decided in `projections.views`, for whom a thing is meant in
`domain.play.working_copy`.
"""
