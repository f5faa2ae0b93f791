"""Hands that were played: their history step by step, records and proofs, checks, and hands to study."""
