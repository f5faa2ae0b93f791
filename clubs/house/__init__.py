"""House rules: a club's own rule sets, each made of a rule set of the engine and some of its options."""
