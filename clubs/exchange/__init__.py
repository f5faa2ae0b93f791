"""Import and export of members, teams and results as files."""
