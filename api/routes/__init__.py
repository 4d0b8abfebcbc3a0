"""The routes, a module per resource."""
