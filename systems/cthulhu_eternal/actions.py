"""What one does in a turn."""
