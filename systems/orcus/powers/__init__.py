"""Powers: their record and how it is read, whom they target, what they do, and what keywords add to that."""
