"""The context rules work in: what they read, how values come about, questions, moments, refusals."""
