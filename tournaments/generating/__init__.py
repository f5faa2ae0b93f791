"""Making up whole tournaments in the public format, to test with: same seed, same bytes. Pure."""
