"""What games come to: results written down, the standings and records of clubs, kunukku across games."""
