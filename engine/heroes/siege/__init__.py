"""Sieges: manning towers, breaching walls, and the special buildings of a capital."""
