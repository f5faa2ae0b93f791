"""The REST API of tournaments: reading them as of any minute, and doing every deed."""
