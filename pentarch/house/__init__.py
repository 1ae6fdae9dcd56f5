"""The house ladder: the reference bots against each other, rated, and new bots placed there."""
