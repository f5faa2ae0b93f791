"""Commands about the whole."""
