"""A club to look around in: loaded where `LELAM_DEMO` is on, and kept playing as long as it is.

Everything is made through the same services as by people, so that its histories, standings and audits are true ones.
The parts are found by their names; loading again adds only what is missing.
"""

from tournaments.demo.living import keep_playing
from tournaments.demo.loading import load
from tournaments.demo.people import LOGINS, PASSWORD, Login

__all__ = ["LOGINS", "PASSWORD", "Login", "keep_playing", "load"]
