"""`make bench`: every figure beside its baseline of the same run.

    python -m benchmarks [engine] [store] [live] [bots] [bots56] [strong] [club]

Each part runs in a process of its own, with servers of its own; only ratios within one run mean anything.
"""

import argparse
import subprocess
import sys

PARTS = ("engine", "store", "live", "bots", "bots56", "strong", "club")


def main() -> int:
    """Run the parts one after the other; the exit status is that of the first that fails, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help="all, if none is named")
    for part in parser.parse_args().parts or PARTS:
        print(f"\n{part}\n{'-' * len(part)}", flush=True)
        status = subprocess.run([sys.executable, "-m", f"benchmarks.bench_{part}"], check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
