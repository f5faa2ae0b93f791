"""What a player has played: games, partners, bids, hands; for the player's page and the API."""
