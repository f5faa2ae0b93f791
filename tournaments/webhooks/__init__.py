"""Signed webhooks: what becomes known of a club's tournaments, sent to addresses that its officers have named."""
