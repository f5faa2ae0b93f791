"""The rule sets that people can open a table for. The rule book, the records and the audit have all of the engine's.

Forms, the API, the demo and the script that checks a deal take them from here, and `open_table` refuses any other.
"""

import engine

OFFERED: tuple[str, ...] = engine.rule_set_ids()
"""All of them: the table's page has controls for every phase of every game (`tests/games/test_every_game.py`)."""
