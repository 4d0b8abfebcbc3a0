"""Assistants: the use cases as tools of the Model Context Protocol, over HTTP at `/mcp` and over standard input (`retcon mcp`).

Here are the tools, the server that offers them and its two doors. The rules of rights and sight are not here: a tool carries out a use case,
which decides them for the token that was sent.
"""
