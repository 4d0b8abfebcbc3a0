"""The rules of Midnight in Vaia."""
