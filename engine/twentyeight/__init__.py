"""The 28 family: number auctions, a hidden trump, concessions.

Rooms: `ruleset` (what a 28 rule set has), `state` (the phases of a game), `dealing`, `auction`, `trump`
(folding, asking, revealing), `raising`, `play`, `score` (conceding too), `view`, `refusals`; and one module a
tradition, which joins them into rule sets: `kerala`, `pagat`, `wikipedia`, `book`, `house`.
"""
