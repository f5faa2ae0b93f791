"""The script of the page that checks a deal, run as players run it: by itself, without this project."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "static" / "verify" / "verify_deal.py"


def run_script(*arguments: str | Path, given: str = "") -> tuple[int, str]:
    """Return the exit status of the script and what it prints.

    Args:
        arguments: The files; "-" for the standard input.
        given: The standard input.
    """
    ran = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *map(str, arguments)],
        input=given, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout
