"""The demo: a club to look around in, loaded if `LELAM_DEMO` is on, and kept playing as long as it is.

Everything is created through the same services as by people, so that its histories, standings and audits are genuine.
The parts are found by their names; loading again adds only what is missing.
"""
