"""Milestones, and what they give."""
