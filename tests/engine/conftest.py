"""Settings of the engine's tests."""

from hypothesis import settings

# No deadline: how long an example takes says something of the machine, nothing of the rules.
settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
