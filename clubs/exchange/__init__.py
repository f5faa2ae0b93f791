"""Members, teams and results as files: taken in and given out."""
