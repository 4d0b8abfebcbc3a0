"""The fight: its order, and the actions in turns and between them.

Attacks are in `attacks`, and other actions in `maneuvers`."""
