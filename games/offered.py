"""The rule sets that people can open a table for. The rule book, the records and the audit have all of the engine's.

Forms, the API, the demo and the script that checks a deal take them from here, and `open_table` refuses any other.
"""

OFFERED: tuple[str, ...] = ("28-kerala-4", "28-kerala-3")
"""The table's page shows three or four seats, numbers as bids and a trump that is folded and kept. It has no controls
yet for six and eight seats, for a raise or a thani, for the calls of 56; so what needs them is not offered."""
