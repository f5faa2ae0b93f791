"""The commands of cases: one function a use case, keyword arguments, one transaction each.

`command` is the command's id: a repeated command is not done again and gets the first answer. `now` is the time of the
command, by default the present. Two that come at the same moment are decided one after the other, each on the case as
it stands then.
"""
