"""Looking at a search: its tree, its trace, pictures, widgets. Nothing here is needed to search."""
