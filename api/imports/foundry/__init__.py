"""Worlds of Foundry Virtual Tabletop, as its server keeps them: JSON lines (NeDB) up to version 10, LevelDB folders since.

`stores` reads the files, `shapes` tells the versions of a document apart, `rolls`, `messages`, `sheets` and `fights` make records of
documents, `world` reads a whole folder. Nothing is ever written into it.
"""
