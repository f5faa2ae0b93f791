"""What pages and the API show of a tournament, computed from its state: numbers and codes, no names. Pure."""
