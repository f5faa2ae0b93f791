"""Notices: their kinds, ways of delivery and times."""
