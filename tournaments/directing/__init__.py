"""Running tournaments: deeds of people and of the clock, their rows, and the games of their matches."""
