"""The commands of tournaments: one function a use case, keyword arguments, one transaction each.

`by` is the player who gives the command, checked by permission. `now` is the time of it, by default the present.
"""
