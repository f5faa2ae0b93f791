"""People, clubs and teams."""
