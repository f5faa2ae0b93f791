"""The section of a partly known hand: what of it holds however the unknown cards lie. Source: 28-AUD-0, 56-AUD-2."""

from engine.partly import judge_hand
from engine.record import result_of
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section, plain

NAME = "partly"


def partly(material: Material) -> Section:
    """Tell how many cards nobody noted, and what is certain all the same."""
    if material.is_table:
        return Section(NAME, applies=False)
    if material.written is None:
        hidden = [material.rules.hand_size] * material.rules.players
        return Section(NAME, True, (), (Finding("nothing-written", "unknown", members={"unseen": hidden}),))
    hand = material.written
    judged = judge_hand(material.before, hand)
    unseen = list(judged.facts.unseen)
    looked_at = [Fact("known", 0, members={"known": [len(cards) for cards in judged.facts.cards], "unseen": unseen})]
    findings = []
    if any(unseen):
        findings.append(Finding("unseen-cards", "unknown", 0, members={"unseen": unseen, "cards": sum(unseen)}))
    if judged.broken is not None and not judged.ends:
        # The section of legality names the action.
        looked_at.append(Fact("broken-whatever", _step(material, judged.broken.action), judged.broken.refused.rule))
    results = [None if run.scored is None else plain(result_of(run.scored)) for run in judged.ends]
    if len(results) > 1 and any(result != results[0] for result in results):
        members = {"results": [result or {} for result in results]}
        findings.append(Finding("result-by-cards", "unknown", members=members))
    elif results:
        looked_at.append(Fact("lawful-whatever", members={"decided": results[0] is not None}))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _step(material: Material, action: int | None) -> int | None:
    if action is None:
        return 0
    found = material.step_by_action.get(action)
    return material.steps[-1].index if found is None and material.steps else found
