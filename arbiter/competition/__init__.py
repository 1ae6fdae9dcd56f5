"""Competition: formats, ratings, the book of a tournament, and bundles of it."""
