"""History: the effective order of entries, states of the past on two axes of time, and plans for changing it.

Everything here is pure. `domain.ledger.revising` resolves a request and writes its plan."""
