"""Views that one viewer may see at one point of time: sheet, board, timeline, plans, questions, downtime, proof.

What a viewer may see is decided elsewhere; these modules only lay it out.
"""
