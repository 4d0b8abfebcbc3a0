"""Commands around a table: campaigns, members, bots, accounts, open decisions, and the history of a character."""
