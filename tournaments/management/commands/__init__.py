"""Commands of tournaments: `manage.py load_demo`."""
