"""Folders of notebooks for a class: for students and for teachers."""
