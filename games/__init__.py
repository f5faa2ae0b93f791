"""The event store, live tables, hand histories, checks and audits."""
