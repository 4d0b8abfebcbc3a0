"""A campaign's history, counted: facts as tables, reports on them, and an honest word on luck."""
