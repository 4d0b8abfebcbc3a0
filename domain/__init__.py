"""The language of campaigns: vocabulary, play, dice, history, visibility, and the ledger that stores all of it.

`vocabulary` declares components and events, `play` is what a rule works with, `kit` is for authors of games, `history` plans
changes of the past. No rule of a game, no view for a reader and no HTTP is here."""
