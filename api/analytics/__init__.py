"""Reports and facts for a caller: whose campaigns they are made of, and how much of each they may see.

The questions of reports are in `projections.analytics`; nothing here works with rows. It needs the extra `analytics`,
which is imported where it is first used.
"""
