"""The rule book: a page for each rule set, from its own data and the ledger (`docs/rules`).

pages           the rules that hold, linked
facts           cards, bids, score and options as tables
index           all rule sets
ledger          the ledgers, read
"""
