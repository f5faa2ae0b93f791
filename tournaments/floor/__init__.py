"""The floor of a tournament, the hall where it is played: calls for the director, announcements, sides that are there.

Nothing here decides anything, so it is a stream of its own beside the tournament's (decision 25).
"""
