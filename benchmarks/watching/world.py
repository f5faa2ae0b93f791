"""The tournament that is watched, and its director, as programs on the data folder of a running server.

    python -m benchmarks.watching.world build ENTRANTS ROUNDS
    python -m benchmarks.watching.world correct DEEDS SECONDS

`build` plays a Swiss and prints the tournament's id. `correct` corrects results of its last round, one every so many
seconds, and prints for each the version and the moment after its commit, by the clock that all processes share.
"""

import json
import random
import sys
import time
import uuid

SLUG = "large"


def build(entrants: int, rounds: int) -> None:
    """Play the tournament and print its id."""
    from benchmarks.bench_directing import build, make_rows

    stream = uuid.uuid4()
    build(stream, entrants, rounds, plain=True)
    make_rows(stream)
    print(json.dumps({"id": str(stream)}))


def correct(deeds: int, seconds: float) -> None:
    """Correct results and print when each was committed."""
    from tournaments.deeds.playing import CorrectResult
    from tournaments.directing.acting import act
    from tournaments.log import states
    from tournaments.models import Tournament

    tournament = Tournament.objects.get(slug=SLUG)
    chance = random.Random(tournament.version)
    matches = states.current(tournament.pk).matches.values()
    last = [match.number for match in matches if match.round == max(each.round for each in matches)]
    done = []
    for _ in range(deeds):
        deed = CorrectResult(
            match=chance.choice(last), points=(chance.randint(0, 20), chance.randint(21, 40)), reason="mistake"
        )
        begun = time.monotonic()
        act(tournament, deed, by=tournament.director, command=uuid.uuid4())
        committed = time.monotonic()
        done.append({"version": states.current(tournament.pk).version, "at": committed, "took": committed - begun})
        time.sleep(seconds)
    print(json.dumps(done))


if __name__ == "__main__":
    import django

    django.setup()
    work, first, second = sys.argv[1:]
    if work == "build":
        build(int(first), int(second))
    else:
        correct(int(first), float(second))
