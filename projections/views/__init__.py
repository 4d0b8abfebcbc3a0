"""Views that one viewer may see at one point of time: sheet, board, timeline, plans, questions, downtime, proof.

`domain.visibility` decides what a viewer may see; these modules only lay it out.
"""
