"""A model of a cluster: what many workers do to one database, simulated from measured costs.

pentarch bench --fleet 2 --match-seconds 1 --json --database postgresql://... > costs.json
python -m deploy.model costs.json --workers 100 --workers 1000 --match-seconds 10
"""
