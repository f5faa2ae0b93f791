"""The script of the page that checks a deal."""

from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "static" / "verify" / "verify_deal.py"
