"""Queries about live tables, for pages, sockets, the API and the services themselves."""
