"""The names of bots."""

HOUSE = ("Kunjan", "Thankam", "Velu", "Paru", "Chinnan", "Kali", "Raman", "Ponnu")
"""Names of the house's own bots, which sit at any table."""
