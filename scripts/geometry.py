# SPDX-License-Identifier: Apache-2.0
"""The warp shapes of rtl/geometries.txt, the list that everything else reads too."""

from pathlib import Path

LIST = Path(__file__).resolve().parent.parent / "rtl/geometries.txt"


def geometries():
    """Names such as 16x4, and their lanes and ALU widths, in the order of the list."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    pairs = [line.partition("#")[0].split()[:2] for line in lines]
    return {"x".join(pair): tuple(map(int, pair)) for pair in pairs if pair}


def parse_geometry(text, fail):
    """Lanes and ALU width of LANESxWIDTH; calls `fail` with a sentence if it is not listed."""
    known = geometries()
    if text not in known:
        fail(f"there is no geometry '{text}' in rtl/geometries.txt; it lists {', '.join(known)}")
    return known[text]
