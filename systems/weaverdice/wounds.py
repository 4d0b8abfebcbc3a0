"""The wound track."""
