"""The published data set holds what the facts hold, once, whoever is killed whenever."""
