"""A club's calendar: meetings and their attendance, the days of its seasons, and entries registered by other apps."""
