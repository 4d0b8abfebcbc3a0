"""Powers: what they are, whom they reach, and what they leave behind."""
