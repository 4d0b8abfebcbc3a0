"""Time in a fight: rounds and turns, whose turn it is, actions, openings, and work that takes many of them."""
