"""The pages in a real browser, against a real service. Left out where there is no Chromium."""
