"""The REST API of clubs, players and access tokens, and what all endpoints share."""
