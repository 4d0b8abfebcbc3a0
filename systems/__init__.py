"""Games, one folder each, and `registry`, which finds them.

A game holds rules, tables, texts and layouts. Components, events and folds are not here: all games share those of
`domain.vocabulary`."""
