"""Acting: abilities, used at once or over several rounds, and movement.

The price in Action Slots is in `encounter`; effects are in `harm`."""
