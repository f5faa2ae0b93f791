"""`make bench`: every figure beside its baseline of the same run.

    python -m benchmarks [engine] [store] [live] [bots] [bots56] [strong] [club] [tournaments] [directing] [watchers]
        [records] [sweep] [--tiny]
    python -m benchmarks ninety [--home=FOLDER]     a whole tournament, which takes an hour: only if it is named

Each part runs in a process of its own, with servers of its own; only ratios within one run mean anything. A part
that is named alone gets the further options.
"""

import argparse
import subprocess
import sys

TINY = {
    "engine": ("--rounds=1", "--hands=4"),
    "store": ("--rounds=1", "--quick"),
    "live": (
        *("--tables=1", "--seconds=2", "--watchers=2", "--crowd=2", "--crowd-seconds=3", "--pace=0.5", "--idle=1"),
        *("--actions=20", "--inside=1,2"),
    ),
    "bots": ("--deals=4", "--rules=28-kerala-4"),
    "bots56": ("--deals=2", "--rules=56-standard-4"),
    "strong": ("--deals=2", "--samples=2", "--rules=28-kerala-4"),
    "club": ("--people=40", "--games=60", "--pool=2", "--rounds=1"),
    "tournaments": ("--rounds=1", "--entrants=31", "--before=2,5", "--networkx=20", "--drawn=16"),
    "directing": ("--entrants=12", "--rounds=2", "--deeds=2", "--tables=2"),
    "watchers": (
        *("--watchers=4", "--clients=2", "--entrants=6", "--rounds=2", "--deeds=2", "--seconds=1", "--fetches=1"),
        "--webs=1",
    ),
    "records": ("--hands=60",),
    "sweep": ("--hands=60", "--processes=1,2"),
    "ninety": ("--teams=4", "--hands=1"),
}
"""The parts in order, each with the arguments of a run that only shows that it works."""
LONG = ("ninety",)
"""Parts that run only if they are named, or with `--tiny`."""


def main() -> int:
    """Run the parts one after the other; the exit status is that of the first that fails, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*TINY, []], metavar="PART", help="all, if none is named")
    parser.add_argument("--tiny", action="store_true", help="see that it runs: the figures mean nothing")
    arguments, further = parser.parse_known_args()
    parts = arguments.parts or [part for part in TINY if arguments.tiny or part not in LONG]
    if further and len(parts) > 1:
        parser.error(f"{further[0]} is for one part: name it.")
    for part in parts:
        print(f"\n{part}\n{'-' * len(part)}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.bench_{part}", *(TINY[part] if arguments.tiny else ()), *further]
        status = subprocess.run(command, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
