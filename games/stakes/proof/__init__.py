"""The proof of the stakes ledger: that it matches the event log exactly.

    prove(club=None, season=None)     the whole proof, in one moment of the database (`games.stakes.proof.whole`)
    prove_lanes(...)                  of some lanes, in a process of its own (`games.stakes.proof.lanes`)

The entries are reckoned from the log itself by `games.stakes.moves`, and from no read model.
"""
