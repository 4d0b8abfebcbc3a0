"""The language of campaign state and the rules of history; no game's rules."""
