"""Sentences about a campaign: its events, entries, plans and questions, for a person to read.

A sentence is a message id with named fields (`messages`), not yet in any language; a catalogue gives it a text (`catalogue`,
`texts/`). Tables, colours and layouts are not here: they belong to whatever shows the sentences.
"""
