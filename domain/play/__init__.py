"""The context in which a rule works: what it reads is recorded, what it rolls is labelled, what it emits is applied."""
