"""The pages of a tournament for everybody: its stages, standings, rounds and brackets, now and as of any minute."""
