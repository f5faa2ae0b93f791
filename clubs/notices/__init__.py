"""Notices: what a person is told, by which ways, and when."""
