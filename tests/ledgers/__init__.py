"""Ledgers that earlier releases wrote: they are taken in, verified, read, planned on and revised by this one."""
