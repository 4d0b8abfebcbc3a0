"""OpenID Connect: people sign in with the account that they have at a provider.

The provider says who a person is, and nothing more: what they may do here is decided as for everybody else. `provider.py` asks
it, `identity_tokens.py` checks its answer, and `opening.py` makes it from the settings. How the identity becomes a session is
in `api.pages.signing_in.identities`. `README.md` says how to set it up.
"""
