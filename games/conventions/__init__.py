"""Convention cards of partnerships in 56: a default card with a partnership's changes, and the card in force.

The meanings of the calls on the default cards are data of the engine (`engine.conventions`).
"""
