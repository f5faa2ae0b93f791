"""The stakes ledger of a club: its entries and balances, and the seasons that they belong to."""
