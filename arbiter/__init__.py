"""The arbiter: plays matches, keeps their records, and talks to people and services."""
