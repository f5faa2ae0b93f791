"""The rule book: each rule set's page, made of its own data and of the ledger (`docs/rules`).

Rooms: `pages` (the rules that hold, linked), `facts` (cards, bids, score and options as tables), `index` (all of them).
"""

from games.rulebook.facts import Facts, facts_of
from games.rulebook.index import Game, games
from games.rulebook.pages import RulesPage, holding, page_of

__all__ = ["Facts", "Game", "RulesPage", "facts_of", "games", "holding", "page_of"]
