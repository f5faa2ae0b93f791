"""The event store, live tables, hand histories, disputes and audits."""
