"""The interface: the HTTP application (`app`, `routes`), the command line (`cli`), accounts, imports and demos.

It calls the use cases of `domain.ledger` and the views of `projections`. No rule and no decision about sight is here.
"""
