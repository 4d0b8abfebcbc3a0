"""Plot Points, issues and flaws: what players pay for the story, and how they earn it.

The effects of a catalogued flaw are in `catalogue`."""
