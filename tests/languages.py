"""Languages for the tests."""

import re

MALAYALAM = re.compile("[\u0d00-\u0d7f]")
