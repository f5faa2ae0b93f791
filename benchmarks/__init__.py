"""The figures behind every claim of speed or strength; `make bench` runs the ones of speed."""
