"""The section of the deal: its proof, from the commitment to the opening. Source: docs/reference/fair-deal.md."""

from games.audits.material import Material
from games.audits.report import Fact, Finding, Section
from games.hands.deals import FAULT_CODES, deals_of, proof_of

NAME = "deal"


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
    findings = [
        Finding("deal-fault", "fault", 0, members={"what": FAULT_CODES.get(what, "other")}) for what in proof.faults
    ]
    findings += [Finding("number-not-opened", "notice", 0, members={"seat": seat}) for seat in proof.unopened]
    return Section(NAME, True, (Fact("proof", 0, members=members),), tuple(findings))
