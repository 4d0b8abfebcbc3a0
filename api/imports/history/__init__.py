"""Whole histories from other programs, in one form for all programs, and retold as campaigns of freeform.

`records` is the form that readers produce, `writing` retells it by commands, `importing` founds the campaign or adds to
the one that an earlier import made, `account` lists the imported and the skipped records. The readers are
`api.imports.foundry` and `api.imports.roll20`.
"""
