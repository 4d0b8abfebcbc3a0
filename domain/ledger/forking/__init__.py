"""Forks: a campaign that leaves the past of another, and commands brought back from it.

How a fork is read together with the campaign it left is in `domain.ledger.reading.forks`.
"""
