"""Results of finished hands that a decision changes: events on the game's stream, which all books follow."""
