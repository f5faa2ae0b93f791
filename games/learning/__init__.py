"""How to play: eight short steps for 28 and for 56, and the guided first hand.

    steps   the steps, with their cards
    views   the pages, and urls their addresses

The guided hands themselves are practices (`games.practice.guides`).
"""
