"""Calling use cases from elsewhere than a route: by what their parameters name, with arguments as people type them."""
