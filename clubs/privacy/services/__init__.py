"""A player's decisions about their own data: one function a use case, one transaction each."""
