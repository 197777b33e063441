# SPDX-License-Identifier: Apache-2.0
"""What `lanefold sweep` and `lanefold study` start: main.py LANEFOLD sweep|study ARGUMENT..."""

import sys

if sys.version_info < (3, 11):
    print(f"lanefold: sweeps and studies need Python 3.11 or later, and {sys.executable} is "
          f"{sys.version.split()[0]}; LANEFOLD_PYTHON may name another", file=sys.stderr)
    sys.exit(4)

# pylint: disable=wrong-import-position
from lanefold_studies.command_line import main

if __name__ == "__main__":
    main(sys.argv[1:])
