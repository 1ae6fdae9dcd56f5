"""The world: its map, tiles and sites, the ways through it, and what entering a hex brings."""
