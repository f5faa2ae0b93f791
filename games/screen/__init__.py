"""The live table in the browser.

lobby           the lists of tables, and the first page
views           the page of a table, and opening one
sockets         its WebSocket
audiences       the viewers of a table in this process, shown each version together
pictures        the parts of a table that each viewer is shown
inputs          input from a form or a message, parsed and passed to one service
fragments       the context of the page, and the HTML of chat and presence
parts, rendering
                the elements of the page as values, and their HTML
layout, pieces, calls, words
                the content of these, built from nothing but a `TableView`
"""
