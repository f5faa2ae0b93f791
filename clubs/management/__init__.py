"""Django's home of commands."""
