"""Measurements of the workers: how many matches they play, and what a hosted decision costs."""
