"""Texts for the events of a game, in the reader's language.

`events` has sentences for events, `phrases` the engine's own texts, `notes` what is told beside a result, `citations`
the rules that are cited with it, and `names` the names that people may leave out.
"""
