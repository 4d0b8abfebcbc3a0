"""Skills: base skills that add dice, options that build on them, and how many one may have."""
