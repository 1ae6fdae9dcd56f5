"""Competition: formats, ratings, books and bundles of tournaments, seasons, and fair queues."""
