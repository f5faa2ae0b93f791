"""One viewer's view of a live table: frozen values of numbers, texts and tuples, and nothing hidden."""
