"""A fight: its turns and counts, actions, movement, holds, fear, and what the fight leaves behind."""
