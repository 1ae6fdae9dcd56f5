"""Gauntlet: the challengers meet everybody else."""
