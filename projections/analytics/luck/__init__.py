"""Luck: whether dice and results are what chance makes of them, and how sure one may be of that.

`uniformity` describes the faces that a die has shown, `evidence` says how strongly they speak against a fair die, `results` does both for
rolls with their targets, `verdict` corrects for all that was looked at and puts it into words. They know no campaigns: `counted` makes
tests of what a query has counted.
"""
