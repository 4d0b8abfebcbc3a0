"""The language of the reader who is answered.

Every door sets it for the person that it answers, and what makes sentences asks for it here. The sentences themselves and their
translations are not here, but in `projections.phrases` and `projections.translation`.
"""
