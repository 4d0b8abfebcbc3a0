"""Statuses that do something by themselves: bleeding, death sentence, burning, blindness."""
