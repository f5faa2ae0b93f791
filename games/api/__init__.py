"""The REST API of tables: opening them, sitting down, playing, and reading what was played."""
