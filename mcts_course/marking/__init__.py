"""Submissions get marks, and a page about them."""
