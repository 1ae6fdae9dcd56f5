"""Packages of bots: the manifest, what an archive may hold, and how a stranger's is read."""
