"""A fleet in a box: the real store and the real broker, driven by thousands of play processes.

Only the playing is replaced by waiting. Leases, heartbeats, results with real records, messages,
verification, rating and the sweep are those of the service.
"""
