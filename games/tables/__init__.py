"""A live table.

state           the state of a table, folded from its events; pure
services        the commands: one function a use case, each one transaction
selectors       queries about tables, for pages, sockets, the API and the services
view            one viewer's view of a table: the only form in which a table leaves this room
recall          the review of a running hand: which calls and tricks may be looked at again
fair            the provably fair deal
presence        the players whose connection is open
announce, notices
                messages on commit: to open pages, and to people who are elsewhere
"""
