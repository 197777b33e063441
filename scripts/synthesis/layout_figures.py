# SPDX-License-Identifier: Apache-2.0
"""Measures the placed and routed block of a mapped netlist."""

import re
import shutil

from clock_timing import clock_figures
from mapping import is_clocked
from timing import critical_path


def _clock(placed, opened, budget, work):
    """Of a clock tree: what a cycle of `budget` FO4 leaves of the paths with it."""
    library, fo4, period = opened
    figures = clock_figures(library, placed.netlist, period, work, placed.spef)
    return {"buffers": placed.buffers, **figures._asdict(),
            "skew_ns": round(figures.insertion_ns - figures.earliest_ns, 4),
            "path_fo4": round(figures.path_ns / fo4, 1),
            "setup_slack_ns": round(budget * fo4 - figures.path_ns, 4)}


def keep(placed, text, folder):
    """Copies what other programs need of a layout: TEXT.v, TEXT.spef and TEXT.def, of letters, digits and hyphens."""
    name = re.sub(r"\W+", "-", text)
    for path, suffix in ((placed.netlist, "v"), (placed.spef, "spef"), (placed.routed, "def")):
        shutil.copyfile(path, folder / f"{name}.{suffix}")


def layout_figures(row, placed, opened, budget, work):
    """What wires add to the netlist of a row of scripts/synth; their share is that of the path with them. With a clock
    tree, also what that does, as `clock`. `opened` is what timing.open_library returns."""
    library, fo4, period = opened
    path = critical_path(library, placed.netlist, is_clocked(row["module"]), period, work, placed.spef)
    return {**placed.figures, "path_ns": path, "path_fo4": round(path / fo4, 1),
            "wire_share": round(1 - row["path_ns"] / path, 3),
            **({"clock": _clock(placed, opened, budget, work)} if placed.buffers else {})}
