"""56 once more, slow and plain, sharing nothing with the engine: how calls read, a hand, a score, a verdict.

Everything is written from the rule ledger. A hand is a generator that asks "what may be done now?" (a list of
moves) and is sent the move that is done. A move is `(seat, word, card or call or None)`. Cards are texts, hands
are lists, and what was said in an auction is a list, looked through from its beginning whenever it matters.
"""
