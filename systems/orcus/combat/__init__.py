"""The fight: its order, turns and what is done in them and between them."""
