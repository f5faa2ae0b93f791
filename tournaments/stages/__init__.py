"""A stage as a value: its entrants, options, scoring, tie-breaks and matches; and how it is written down."""
