"""Readers of what other programs recorded, each turning its files into things a campaign can be told.

`files` takes files as people have them. A reader is a package of its own: it reads lines, tells them as happenings that know
of no program any more, and retells those as freeform commands in a draft, which is appended in one piece or not at all.
"""
