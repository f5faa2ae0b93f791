"""The REST API as a whole: its addresses, its schema, and how it says that something went wrong."""
