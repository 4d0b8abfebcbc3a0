"""Events: how they are stored, what they do to state, and which paths that writes."""
