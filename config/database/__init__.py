"""Django's backend for PostgreSQL, whose pool lends a connection without asking the server first."""
