"""A match from its set-up to its end: Rounds, votes, turns, what Heroes do in them, their fate."""
