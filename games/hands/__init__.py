"""Hands that were played: their history step by step, records and proofs, disputes, and hands to study."""
