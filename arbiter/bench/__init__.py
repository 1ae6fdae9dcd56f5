"""Measurements: how fast the engine is, beside others, and how fair the rulesets are."""
