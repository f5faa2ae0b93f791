"""A club's calendar: meetings and who comes, with the days of its seasons and of what other parts have planned."""
