"""Agents that students have written play against each other."""
