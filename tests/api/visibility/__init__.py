"""No answer of the interface tells anybody what is hidden from them."""
