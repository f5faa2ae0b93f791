"""Tables and times of a tournament: delays move what follows, matches are put on tables, clashes are seen. Pure."""
