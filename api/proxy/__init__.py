"""The proxy in front of the service: the networks it may be in, and the path under which it shows the service."""
