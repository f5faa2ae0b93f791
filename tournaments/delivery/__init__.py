"""How pages of tournaments are kept up to date: parts that all readers share, pushed to their sockets or fetched."""
