"""Translations: what the code and the data of a package say in English, in other languages.

A package has its translations in its folder `translations`, one gettext catalogue for each language: `de.po`. They are read
when they are first asked for (`catalogues`). `games` ties them to the data of a game, `negotiation` chooses a language, and
`extraction` brings the files up to date (`make translations`).
"""
