"""The practice room: one person at a table with bots, where hints are given and what was done can be taken back.

    state       a practice as its packs and deeds make it; pure
    services    what changes one
    selectors   what reads one: the table as its player may see it, in the very shape of a live table
    views       its pages, and urls their addresses

A practice is no table of record: it has no event stream, no clock and no proof of the deal.
"""
