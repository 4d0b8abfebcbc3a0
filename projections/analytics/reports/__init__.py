"""The reports: one module for each question, and `report` with what a report is.

They are expressions over `projections.analytics.base` and know no engine, no file and no viewer.
"""
