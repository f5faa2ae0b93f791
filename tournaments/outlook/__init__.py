"""Safe, live or out: pure functions over a running stage and a number of qualifying places."""
