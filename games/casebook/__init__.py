"""The case book: decided cases for everybody to read, names withheld on request, and cases like another one."""
