"""The section of the deal: its proof, from the commitment to the opening. Source: docs/fair-deal.md."""

from typing import Final

from engine.phrases import phrase
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section
from games.hands.deals import deals_of, proof_of

NAME = "deal"
_CODES: Final = {
    phrase("This is not a lelam-deal document."): "no-document",
    phrase("A seat has given more than one number."): "number-twice",
    phrase("The document is not complete, or something in it cannot be read."): "incomplete-document",
    phrase("Hands are numbered from 1."): "hand-number",
    phrase("The secret is not the one that was committed to."): "other-secret",
    phrase("The pack does not follow from the secret and the players' numbers."): "other-pack",
    phrase("The first dealer does not follow from the lot."): "other-dealer",
    phrase("The cards were not dealt from that pack."): "other-cards",
    phrase("The deal was promised a second time."): "promised-twice",
    phrase("A step of the deal has no place in its order, or does not fit its commitment."): "step-out-of-order",
    phrase("The steps end before the deal."): "no-deal",
    phrase("The deal was promised a second time, or a number came after it."): "promised-twice",
    phrase("What was opened is not what was promised and dealt."): "other-opening",
}
"""The codes of what can be wrong with a deal."""


def deal(material: Material) -> Section:
    """Tell whether the hand was dealt as it was promised."""
    if not material.is_table:
        return Section(NAME, True, (), (Finding("dealt-by-hand", "unknown"),))
    dealt = deals_of(material.play).get(material.hand)
    proof = None if dealt is None else proof_of(dealt, material.rules)
    if proof is None:
        return Section(NAME, True, (), (Finding("no-proof", "fault"),))
    members = {
        "commitment": proof.commitment,
        "committed_at": proof.committed_at,
        "dealer": proof.dealer,
        "promised": [seat for seat, _ in proof.promised],
        "numbers": [seat for seat, _ in proof.numbers],
    }
    findings = [Finding("deal-fault", "fault", 0, members={"what": _CODES.get(what, "other")}) for what in proof.faults]
    findings += [Finding("number-not-opened", "notice", 0, members={"seat": seat}) for seat in proof.unopened]
    return Section(NAME, True, (Fact("proof", 0, members=members),), tuple(findings))
