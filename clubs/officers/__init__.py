"""Roles and permissions in a club, and the officers' log."""
