"""The ledger entries of games: `moves` computes them, `projection` posts them, `proof` recomputes them."""
