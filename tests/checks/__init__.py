"""Claims about the source itself: its architecture, its documentation, its rule coverage."""
