"""A tournament that is over, with its games, as one signed file: written, verified without a database, taken in."""
