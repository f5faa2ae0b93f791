"""Tables played in real browsers."""
