"""Pictures of boards and grids: shapes, marks, words, and the pictures of the demos as they should look."""
