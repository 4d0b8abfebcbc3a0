"""Laws that hold whatever is played."""
