"""Plot Points, issues and flaws: what players pay for the story, and how they earn it.

What a catalogued flaw does is in `catalogue`."""
