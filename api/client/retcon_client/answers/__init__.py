"""Answers of the service, written from its OpenAPI document."""
