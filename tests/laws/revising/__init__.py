"""Laws of changes of the past: plans, undo and redo, and who may ask for them."""
