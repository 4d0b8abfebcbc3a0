"""Readers of what other programs recorded, each turning its files into things a campaign can be told.

`files` takes files as people have them. A reader is a package of its own, and what it reads appears in one piece or not at all.
`avrae` tells lines as happenings that know of no program any more, and retells those as freeform commands. `rolls` takes tables of
rolls. `foundry`, `roll20` and `characters` tell what they read as a `history`, which is retold in one way for all of them.
"""
