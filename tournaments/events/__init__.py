"""The events of a tournament's stream: everything that decides who meets whom, and who stands where.

Events name entrants, stages and matches by the numbers they have in their tournament, and players, teams and clubs by
opaque ids. They hold codes and numbers, never sentences or names: people's words lie in rows beside the log.
"""
