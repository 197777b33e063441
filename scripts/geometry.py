# SPDX-License-Identifier: Apache-2.0
"""The warp shapes of rtl/geometries.txt, the list that everything else reads too."""

import re
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).resolve().parent.parent / "rtl/geometries.txt"


class Geometry(NamedTuple):
    """A warp's shape."""

    lanes: int
    alu_width: int

    def __str__(self):
        return f"{self.lanes}x{self.alu_width}"


def geometries():
    """The geometries by their names, such as 16x4, in the order of the list. A line that is neither
    empty nor a geometry is a ValueError."""
    known = {}
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        text = line.partition("#")[0].strip()
        match = re.fullmatch(r"([0-9]+)\s+([0-9]+)", text)
        if match:
            geometry = Geometry(int(match[1]), int(match[2]))
            known[str(geometry)] = geometry
        elif text:
            raise ValueError(f"line {number} of rtl/geometries.txt is '{text}', not LANES ALU_WIDTH")
    return known
