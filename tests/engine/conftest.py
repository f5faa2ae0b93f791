"""Settings of the engine's tests."""

from hypothesis import HealthCheck, Phase, settings

# No deadline: how long an example takes says something of the machine, nothing of the rules. As in tests/conftest.py,
# without which `make mutants` runs this folder.
settings.register_profile("engine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# For `make mutants`: few examples, the same each time, and none made smaller.
settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=2,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("engine")
