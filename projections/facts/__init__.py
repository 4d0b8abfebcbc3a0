"""Facts for analytics: a row for each event and one for each die, in tables that follow the ledger.

`rows` says what a fact is and makes it of an entry, `following` is the projection that writes them. Reports are not here: they read facts,
in `projections.analytics`.
"""
