"""Tournaments: blocks, formats as pure schedulers, and tables. See docs/tournaments.md.

A format is a folder: `settings.py` says what an organiser may choose, `scheduler.py` what is played
and who stands where. Settings are read by everybody who writes a plan, so they import no numbers.
"""
