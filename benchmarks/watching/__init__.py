"""A tournament with thousands of watchers: its world, its director, and the watchers."""
