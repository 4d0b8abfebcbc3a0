"""Movement: feet, sprints, jumps, and attacks of opportunity on movers."""
