"""Rotted Capes: Plot Points, issues and flaws: what players pay for the story, and what earns them more."""
