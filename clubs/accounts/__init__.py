"""Accounts: sign-up and sign-in, passkeys, tokens, visiting players, and the removal of expired data."""
