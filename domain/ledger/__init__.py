"""Use cases of a ledger: play, revise, fork, check, export and rebuild; each room below has one of them.

`ledger.py` is the way in for HTTP and the command line. `domain.records` describes the records; `domain.history` plans
revisions as pure functions; `projections` has the views for people.
"""
