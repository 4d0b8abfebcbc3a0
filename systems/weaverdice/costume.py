"""The costume: nine spaces, and the pieces in them."""
