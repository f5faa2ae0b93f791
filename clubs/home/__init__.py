"""The first page and a player's page, which read from all rooms."""
