# SPDX-License-Identifier: Apache-2.0
"""Cores that are equally fast, from speeds and areas by warps (SC'09 sections 6.1 and 8.3)."""

import math
import re

COLUMNS = {"paper": 2, "ours": 3}
SLIPPING = re.compile(r"adaptive, (\d+) warps? against one that blocks")
BLOCKING = re.compile(r"(\d+) warps against one, geometric mean")


def _speed(cells, column, place):
    """The number of a row in a column. A row without one is refused."""
    text = cells[COLUMNS[column]] if len(cells) > COLUMNS[column] else ""
    if not re.fullmatch(r"\d+(\.\d+)?", text) or not float(text):
        raise RuntimeError(f"{place}: the row '{cells[0]}' has '{text}' in the column '{column}'; needed is a speed "
                           "above 0, as `lanefold study sc09` writes it")
    return float(text)


def speeds(page, column, path):
    """Speeds relative to one warp that blocks, by warps: of blocking and of slipping cores. The
    column is "paper" or "ours", of the study's page."""
    blocking, slipping = {1: 1.0}, {}
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        for pattern, found in ((BLOCKING, blocking), (SLIPPING, slipping)):
            match = pattern.fullmatch(cells[0])
            if match:
                found[int(match[1])] = _speed(cells, column, f"{path}:{number}")
    for found, least, row in ((blocking, 2, "N warps against one, geometric mean"),
                              (slipping, 1, "adaptive, N warps against one that blocks")):
        if len(found) < least:
            raise RuntimeError(f"{path} has no row '{row}'; needed is sc09.md of a run of `lanefold study sc09`")
    return blocking, slipping


def warps_of_speed(blocking, speed):
    """Blocking warps that are as fast: between two that are known, speed is a power of warps.
    Beyond the most that are known it is these, and within the fewest these."""
    known = sorted(blocking.items())
    if speed <= known[0][1]:
        return float(known[0][0])
    for (low, slow), (high, fast) in zip(known, known[1:]):
        if slow < speed <= fast:
            part = math.log(speed / slow) / math.log(fast / slow)
            return low * (high / low) ** part
    return float(known[-1][0])


def area_of_warps(areas, warps):
    """Between two known numbers of warps, the area is on a straight line."""
    known = sorted(areas.items())
    for (low, small), (high, large) in zip(known, known[1:]):
        if low <= warps <= high:
            return small + (large - small) * (warps - low) / (high - low)
    raise RuntimeError(f"there is no area of {warps:g} warps")


def savings(blocking, slipping, areas, mechanism):
    """(slipping warps, blocking warps that are as fast, part of the area that is saved). Areas of
    cores and of the mechanism are by warps."""
    rows = []
    for warps, speed in sorted(slipping.items()):
        equal = warps_of_speed(blocking, speed)
        slip = area_of_warps(areas, warps) + mechanism[warps]
        rows.append((warps, equal, 1 - slip / area_of_warps(areas, equal)))
    return rows
