"""Claims about the reading of Avrae recordings, most of them on the shipped sample."""
