"""Making things: workshops and designs, who helps, and what is repaired."""
