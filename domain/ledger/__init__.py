"""Use cases of a ledger: play, revise, fork, check, export and rebuild; each room below has one of them.

`ledger.py` is the way in for HTTP and the command line. What is recorded is described in `domain.records`; planning a
change of the past is pure and in `domain.history`; what people see is in `projections`.
"""
