"""The stakes ledger of a club: what units moved, why, and what they come to; and the seasons it goes by."""
