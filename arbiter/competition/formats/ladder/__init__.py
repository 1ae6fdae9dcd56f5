"""Ladder: always plays the blocks that settle the order soonest."""
