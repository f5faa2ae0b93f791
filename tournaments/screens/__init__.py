"""The big screen of a tournament, or of several in one hall: pages that turn by themselves, readable at ten metres."""
