"""Score sheets: matches of 56 whose cards are on a real table, and a director's rulings on what goes wrong there."""
