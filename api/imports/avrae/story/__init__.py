"""A recorded combat told as one sequence of happenings, each thing once, in words that belong to no campaign."""
