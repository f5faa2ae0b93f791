"""The sections of an audit: each a module with a function from the material to a section. Pure."""
