"""Players: finding them, the names they go by, their language, and one player taken over by another."""
