"""Brackets as drawings: where each match stands, the lines between them, and the way of an entrant. Pure."""
