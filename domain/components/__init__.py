"""The components that state is made of, shared by every game: what an instance of each carries."""
