"""Reports and facts for a caller: whose campaigns they are made of, and how much of each they may see.

What reports ask is in `projections.analytics`; nothing here works with rows. It needs the extra `analytics`, which is imported where it is first used.
"""
