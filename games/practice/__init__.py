"""The practice room: one person at a table with bots, with hints and with take-backs.

    guides      the guided first hands: a fixed deal each, and what the coach says
    coach       the coach's line for the decision at hand; pure
    state       the state of a practice, replayed from its packs and actions; pure
    services    the commands
    selectors   the views: the table as its player may see it, in the shape of a live table
    views       the pages, and urls their addresses

A practice is not a table of record: it has no event stream, no clock and no proof of the deal.

In all of them `practice` is the row, `room` the decoded state, and `upto` a number of actions of the hand: the game is
shown as it was after so many of them, by default after all.
"""
