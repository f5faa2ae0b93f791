"""Results of games: recorded results, the standings and records of clubs, kunukku across games."""
