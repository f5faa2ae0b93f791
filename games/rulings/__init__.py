"""A director's rulings: irregularities in words, and rulings at live tables."""
