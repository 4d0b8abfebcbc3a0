"""The people of Midnight in Vaia as they come into the campaign."""
