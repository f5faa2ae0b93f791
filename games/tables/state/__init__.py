"""The state of a live table, folded from its events: seats, game, clocks, the promised deal. Pure.

`folding.fold` applies one stored event; the state of a table is the fold of its stream. The clock is derived from the
times at which events were recorded, so nothing else about time is stored.

A `table.TableState` holds every card. Its `repr` is empty of them, so that no log and no error page shows one.
"""
