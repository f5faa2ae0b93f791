"""The order of teams: pure functions over results, without database or clock."""
