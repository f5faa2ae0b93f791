"""The 56 family: auctions in the book's notation, open trumps, double packs.

Rooms: `cards` (the double pack), `calls` (the notation), `ruleset` (what a 56 rule set has), `state` (the phases of
a game), `dealing`, `auction`, `play`, `score`, `view`; `tradition` joins them, and one module a tradition says how
that one differs: `international`, `kerala`, `standard`.
"""
