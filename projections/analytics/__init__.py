"""Reports over the history of campaigns: facts as tables, questions as expressions, luck, SQL, and published files.

`reports` holds one module for each question. `projections.facts` makes the facts; `api.analytics` decides whose campaigns a
caller gets."""
