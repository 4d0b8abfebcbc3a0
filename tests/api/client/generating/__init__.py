"""The parts of `retcon_client` that are written from the service's OpenAPI document: answers, bodies and operations."""
