"""What a study says: annotated steps of matches, as plain values and as messages."""
