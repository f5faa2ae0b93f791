"""The formats of a stage, one pure module each: who meets whom in the next round, or in the whole draw."""
