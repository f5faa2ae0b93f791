"""Notifying people, by the channels ("ways") that they chose.

`player` is the person whose notices, devices or preferences they are; `now` is the time of the command, by default the
present.
"""
