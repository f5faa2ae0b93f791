"""Idempotency: answers of the API stored under the idempotency key of their request, and deleted after a while."""
