"""A club's evening on one page: its day and game, the people there, a row a game, and the standing beside it."""
