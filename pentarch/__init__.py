"""Pentarch: tournaments and replays for bots that play strategy games."""
