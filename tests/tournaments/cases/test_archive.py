"""A weighed result in an archive: written, verified, and not written while a result is disputed."""

import io

import pytest

from clubs.models import Club, Player
from tests.tournaments.helpers.archives import archive_of, fault_of, values_of
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.disputed import FAILED, adjusted_to, apply, host_of, play, raised, sheet_cup, weighted
from tournaments.archive.verifying import verify
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.staging import CloseStage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("kind", ["adjusted", "weighted"])
def test_a_ruled_tournament_is_archived_once_its_case_is_closed(club: Club, director: Player, kind: str):
    cup = sheet_cup(club, director, "round_robin", count=2)
    case = raised(play(cup, director, 1), director)
    decision = adjusted_to() if kind == "adjusted" else weighted(("3/5", None), ("2/5", FAILED))
    assert apply(case, decision, director)
    do(cup, director, CloseStage(stage=1), CloseTournament())
    with pytest.raises(Refused, match="Match 1 is disputed"):
        archive_of(cup)
    host_of(case.game).note(case, False)

    archive = archive_of(cup)
    assert fault_of(archive) is None
    checked = verify(io.BytesIO(archive))
    assert checked is not None
    (stated,) = (value for value in values_of(archive) if "matches" in value and "places" in value)
    (match,) = stated["matches"]
    if kind == "weighted":
        assert match["came_to"]["match_points"] == ["6/5", "4/5"]
        assert all(isinstance(points, str) for points in match["came_to"]["points"])
        (public,) = (value for value in values_of(archive) if value.get("format") == "lelam-tournament/1")
        (written,) = public["stages"][0]["matches"]
        assert (written["outcome"], written["match_points"]) == ("awarded", {"home": "6/5", "away": "4/5"})
        assert "home_points" not in written, "the format has whole points alone"
    assert state_of(cup).places
