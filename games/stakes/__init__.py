"""What games move in the ledger of a club: `moves` reckons it, `projection` posts it, `proof` reckons it again."""
