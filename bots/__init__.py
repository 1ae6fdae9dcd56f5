"""Bots: the SDK they are written with, and the reference bots."""
