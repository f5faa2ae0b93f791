"""A club and its members: founding and settings, admission, offices, guests without an account.

In its commands `by` is the officer who gives the command, checked by permission; `now` is the time of the command, by
default the present.
"""
