"""Choosing a member or a team of a club by name, as one types."""
