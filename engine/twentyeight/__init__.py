"""The 28 family: number auctions, a hidden trump, concessions.

Rooms: `ruleset` (what a 28 rule set has), `state` (the phases of a game), `dealing`, `auction`, `trump`
(folding, asking, revealing, conceding), `play`, `score`, `view`; and one module a tradition, which joins them
into rule sets: `kerala`.
"""
