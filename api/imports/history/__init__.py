"""Whole histories from other programs, told in one way whatever program kept them, and retold as campaigns of freeform.

`records` is what a reader finds, `writing` retells it by commands, `importing` founds the campaign or adds to the one that an
earlier import made, `account` says what came in and what did not. The readers are `api.imports.foundry` and `api.imports.roll20`.
"""
