"""The rules that pages cite beside a result: for the outcome of a hand, and for comparing a claimed result."""

from django.urls import reverse

RESULT_RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "28": {
        "made": ("28-SCO-1",),
        "failed": ("28-SCO-1",),
        "conceded": ("28-CON-4",),
        "passed_out": ("28-WIK-6",),
    },
    "56": {
        "made": ("56-CON-3", "56-SCORE-3"),
        "failed": ("56-CON-3", "56-SCORE-3"),
        "claimed": ("56-PLAY-6", "56-SCORE-5"),
        "passed_out": ("56-AUC-8", "56-SCORE-2"),
        "cancelled": ("56-DEAL-4", "56-SCORE-2"),
        "adjusted": ("56-IRR-20", "56-IRR-27"),
    },
}
"""By family and outcome."""
CLAIM_RULES = {"28": "28-AUD-7", "56": "56-AUD-5"}
"""By family: how a claimed result is judged."""


def rule_address(rules_id: str, rule: str) -> str:
    """Return the address of a rule on the page of a rule set."""
    return f"{reverse('games:rules', args=[rules_id])}#{rule}"


def family_of(rules_id: str) -> str:
    """Return the family of games that a rule set, or a rule, belongs to.

    >>> family_of("28-kerala-4"), family_of("56-AUD-5")
    ('28', '56')
    """
    return rules_id.partition("-")[0]


def result_rules(rules_id: str, outcome: str) -> tuple[str, ...]:
    """Return the rules that say how a hand came out."""
    return RESULT_RULES[family_of(rules_id)].get(outcome, ())


def claim_rule(rules_id: str) -> str:
    """Return the rule by which a claimed result is judged."""
    return CLAIM_RULES[family_of(rules_id)]
