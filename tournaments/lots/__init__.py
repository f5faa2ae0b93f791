"""Lots that anybody can check, by the protocol `lelam-lot/1`: pure, without database, clock or randomness."""
