"""The commands of live tables: one function a use case, each one transaction.

`player` gives the command at the table `table_id`. `command` is the command's id: a repeated command is not done again.
`expected_version` is the version that the player saw; the command is refused if the table has moved on since. `now` is
the time of the command, by default the present. A command at a table returns the table's version after it.
"""
