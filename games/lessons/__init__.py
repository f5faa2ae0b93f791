"""Lessons: a position, a question, an answer with its reason; then the hand is played on against bots.

    lesson      the value of a lesson, and the position it asks about; pure
    book28      the lessons for 28, book56 those for 56
    selectors   the lessons in their order, and those that a reader has done
    services    note that one is done, and play its hand on
    views       the pages, and urls their addresses

A lesson is data: the cards of all seats, the calls and cards so far, the choices with a reason each. Its texts are
phrases with places for cards, `{SJ}`, which are filled in the reader's language.
"""
