"""Commands that set a table: campaigns with their options, members, bots and accounts, and open decisions."""
