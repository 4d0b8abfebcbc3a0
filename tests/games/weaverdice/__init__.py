"""The rules of Weaverdice."""
