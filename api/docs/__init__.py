"""The description of the interface: the OpenAPI document, and a page that shows it.

Pages for readers of this repository are not here; they are Markdown files beside the code."""
