"""Previews: what a deed would change, before it is done. Pure; nothing is appended."""
