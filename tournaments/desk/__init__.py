"""The director's pages: the next steps, the matches with every deed on them, the entries, and the log told back."""
