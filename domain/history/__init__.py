"""History: the effective order of entries, pasts on two axes, and changes of the past."""
