"""Measurements: how fast the engine and the workers are, and how fair the rulesets are."""
