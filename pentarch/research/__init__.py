"""Where researchers already work: views as arrays, commands as numbers, and what adapters share.

The adapters themselves are `pentarch.pettingzoo`, `pentarch.gymnasium` and `pentarch.openspiel`.
"""
