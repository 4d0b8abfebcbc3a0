"""Read models: what a ledger contains, as one viewer may see it at one point of time.

`views` makes sheets, boards and timelines, `phrases` makes sentences, `facts` and `analytics` make rows and reports. The decision
who may see what is in `domain.visibility`."""
