"""Files that are imported over HTTP."""
