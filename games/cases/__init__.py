"""Cases: a disputed hand from the dispute over answers, evidence, ruling and appeal to the last word."""
