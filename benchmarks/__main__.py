"""`make bench`: every figure beside its baseline of the same run.

    python -m benchmarks [engine] [store] [live] [bots] [bots56] [strong] [club] [tournaments] [directing] [--tiny]

Each part runs in a process of its own, with servers of its own; only ratios within one run mean anything.
"""

import argparse
import subprocess
import sys

TINY = {
    "engine": ("--rounds=1", "--hands=4"),
    "store": ("--rounds=1", "--quick"),
    "live": ("--actions=20", "--tables=1,2"),
    "bots": ("--deals=4", "--rules=28-kerala-4"),
    "bots56": ("--deals=2", "--rules=56-standard-4"),
    "strong": ("--deals=2", "--samples=2", "--rules=28-kerala-4"),
    "club": ("--people=40", "--games=60", "--pool=2", "--rounds=1"),
    "tournaments": ("--rounds=1", "--entrants=31", "--before=2,5", "--networkx=20", "--drawn=16"),
    "directing": ("--entrants=12", "--rounds=2", "--deeds=2", "--tables=2"),
}
"""The parts in order, each with the arguments of a run that only shows that it works."""


def main() -> int:
    """Run the parts one after the other; the exit status is that of the first that fails, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*TINY, []], metavar="PART", help="all, if none is named")
    parser.add_argument("--tiny", action="store_true", help="see that it runs: the figures mean nothing")
    arguments = parser.parse_args()
    for part in arguments.parts or TINY:
        print(f"\n{part}\n{'-' * len(part)}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.bench_{part}", *(TINY[part] if arguments.tiny else ())]
        status = subprocess.run(command, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
