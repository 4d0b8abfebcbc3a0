"""The interface described: the OpenAPI document, and a page that shows it."""
