"""The public memory of a hand: its tricks, card by card.

A table shows the last trick alone, and a closed one not again (56-SHOW-16); but a player may well remember what was
played. Nothing here tells of a card that has not been played.
"""

import engine
from engine.cards import CODE_OF
from engine.fiftysix import cards as double_pack
from engine.fiftysix.state import Playing as Playing56
from engine.tricks import laid_out
from engine.twentyeight.state import Playing as Playing28


def tricks_of(state: engine.State) -> tuple[engine.TrickTaken, ...]:
    """Return the complete tricks of the running hand with all their cards; none before or after the play."""
    if isinstance(state, Playing56):
        codes = double_pack.CODE_OF
    elif isinstance(state, Playing28):
        codes = CODE_OF
    else:
        return ()
    return tuple(
        engine.TrickTaken(
            number,
            trick.leader,
            laid_out(trick.leader, trick.cards, state.rules.players, codes),
            trick.winner,
            trick.points,
            "",
        )
        for number, trick in enumerate(state.tricks, start=1)
    )
