"""Recaps: a session told in sentences for one reader, each with the entries that it rests on; as Markdown and as HTML."""
