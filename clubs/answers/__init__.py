"""Answers of the API that are kept under the idempotency key of their request, and forgotten after a while."""
