"""The live table in the browser.

lobby           the lists of tables, and the first page
views           the page of a table, and opening one
sockets         its WebSocket
audiences       the viewers of a table in this process, shown each version together
pictures        what they are sent
inputs          input from a form or a message, parsed and passed to one service
fragments       the HTML of a table for one viewer, alike for page and socket
layout, pieces, calls, words
                the content of that HTML, built from nothing but a `TableView`
"""
