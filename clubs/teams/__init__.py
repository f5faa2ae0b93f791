"""Teams of a club: squads, captains, transfers."""
