"""Upkeep of whole ledgers: export, import, founding with a history, rebuilding what is derived, and new seeds.

Backups of an installation are in `api.storage`.
"""
