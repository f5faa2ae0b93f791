"""A player's history: games, partners, bids, hands; for the player's page and the API."""
