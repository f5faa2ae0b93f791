"""Drafts: pairings, draws and places, computed before a deed is decided because they take long. Pure."""
