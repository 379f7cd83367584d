"""The interactive parts, for notebooks: stepping through a search, playing, exploring parameters.

They need ipywidgets. Everything works by keyboard, pictures have alternative text, and what goes wrong is said in the
widget itself instead of a traceback that nobody sees.
"""
