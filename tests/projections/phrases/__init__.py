"""Sentences about a campaign."""
