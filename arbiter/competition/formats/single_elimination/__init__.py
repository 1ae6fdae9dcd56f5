"""Single elimination: whoever loses a duel is out."""
