"""Cases in a tournament: what a dispute and a ruling on it do to matches, standings and brackets."""
