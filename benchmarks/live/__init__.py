"""The live path, measured from outside: a server as `make run` starts it, and the clients of people at its tables."""
