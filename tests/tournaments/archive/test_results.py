"""What an archive states of a tournament, in every format and however it was played."""

import json
from random import Random

import pytest

from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.archive.lines import written
from tournaments.archive.results import is_ranked_alike, results_of, rows_told, written_stages
from tournaments.drafting.places import places_of
from tournaments.lines import answer
from tournaments.stages.stage import STAGE_TYPES
from tournaments.state.published import as_published
from tournaments.state.standing import rows_of

STEPS = 250


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_stated_follows_again_from_the_state(name: str, seed: int):
    play = RandomPlay(name, Random(seed))
    for _ in range(STEPS):
        play.step()
    state = play.folded()
    assert json.loads(written(results_of(state))) == json.loads(json.dumps(results_of(state)))
    stages = {value["id"]: written(value) for value in written_stages(state)}
    known = as_published(state)
    for stage in known.stages.values():
        for group in range(len(stage.groups)):
            assert not stage.places or stage.places[group] == places_of(known, stage.number, group)
            line = stages.get(f"{stage.number}.{group + 1}")
            assert (line is not None) == (stage.plan.type in STAGE_TYPES)
            if line is not None and is_ranked_alike(known, stage, group):
                ranked = answer("rank", line)
                assert ranked["stages"][0]["standings"] == rows_told(rows_of(known, stage.number, group)), ranked
