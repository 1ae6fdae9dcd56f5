"""Combat: the sides and their stacks, the two battlefields, the two hit systems, the phases."""
