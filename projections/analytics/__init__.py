"""What a campaign's history says when it is counted: facts as tables, reports on them, and an honest word on luck."""
