"""The same reports on every engine, over every demo."""
