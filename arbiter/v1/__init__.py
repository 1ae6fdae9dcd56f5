"""Generated from proto/pentarch/arbiter/v1 by proto/generate.py: messages and services."""
