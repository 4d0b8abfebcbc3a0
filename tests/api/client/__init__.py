"""The client `retcon_client`, against the real service."""
