"""Discord: slash commands and buttons as another command line, for users who are linked to accounts.

Discord sends each interaction signed; `signatures` checks that, `answering` answers within Discord's three seconds, and
`commands` carry out use cases with the rights of the linked account. Nothing here decides who may see or do what.
"""
