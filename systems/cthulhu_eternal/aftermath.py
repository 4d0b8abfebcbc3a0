"""What a fight leaves behind."""
