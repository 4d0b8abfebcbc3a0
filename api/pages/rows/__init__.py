"""Rows: answers of use cases as templates of pages show them, in sentences and side by side."""
