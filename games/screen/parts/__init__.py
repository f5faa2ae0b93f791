"""The parts of a live table's page, each with exactly what it shows.

A part is both what its template reads and the key under which its HTML is kept for everybody who gets the same. So
whatever a viewer may not see is in no part of that viewer's, and a part changes only when its place on the page does.
Of the time of a rendering only `Head` knows.
"""
