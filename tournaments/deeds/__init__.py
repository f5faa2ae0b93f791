"""What may be done in a tournament: each deed is a command, decided on the state into events or refused. Pure."""
