"""Encryption at rest: the keys (`keyring`), and what rows and sessions keep sealed (`fields`)."""
