"""Games: that one is found, and that it needs no more than its own folder."""
