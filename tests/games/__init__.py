"""The rulebooks, rule by rule: each test names the rule, gives the dice and checks the numbers."""
