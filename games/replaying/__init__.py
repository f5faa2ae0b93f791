"""The proof of the event log: each stream is folded anew, and each command decided anew by the engine.

first_refused(...)     the first event of a stream that the rules would not have let happen (`games.replaying.streams`)
"""
