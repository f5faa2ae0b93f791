"""How entrants flow through a tournament: who is in a stage, in which group, and who is next in line. Pure."""
