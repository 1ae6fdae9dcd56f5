"""The shared engine: pure rules of five rulesets. Standard library only, no clock, no files."""
