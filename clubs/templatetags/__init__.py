"""Tags of templates for people and clubs."""
