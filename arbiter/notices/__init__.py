"""Telling people: what a notice says, and how it gets to them. Nothing here knows the database."""
