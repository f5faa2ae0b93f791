"""The outlook of entrants: safe, live or out, and what they need."""
