# SPDX-License-Identifier: Apache-2.0
"""What must hold whatever the kernels are."""

from lanefold_studies.claims import exactly_zero, lost_or_counted_twice, part_verified
from lanefold_studies.page import Comparison
from .likeness import Regions
from .measures import CORES, KERNELS, PART

RECONFIGURATION = 10  # cycles (IV-A)
DIVISIONS = ("divisions_at_loads", "divisions_at_branches")


def claims(runs):
    """Structural claims."""
    rows = list(runs.rows.values())
    yield "## What must hold\n"
    yield Comparison([
        part_verified(rows),
        exactly_zero("lane-slots that are not charged to exactly one cause",
                     sum(map(lost_or_counted_twice, rows))),
        exactly_zero("loads and branches of single-threaded cores that diverge",
                     sum(runs.row(kernel, static="1x1")[f"counters.divergent_{what}"]
                         for kernel in KERNELS for what in ("loads", "branches"))),
        exactly_zero("cycles of reconfiguration that are not ten for each interval",
                     sum(abs(row["counters.reconfiguration_cycles"]
                             - RECONFIGURATION * row["counters.adaptation_intervals"])
                         for row in rows)),
        exactly_zero("searches and defaults beyond one for each launch and WPU",
                     sum(max(0, row["counters.adaptations_chosen"]
                             + row["counters.adaptations_by_default"]
                             - CORES * len(row["launches"])) for row in rows)),
        exactly_zero("intervals, or divided slices, of runs that neither adapt nor divide",
                     sum(row["counters.adaptation_intervals"]
                         for row in rows if "robust" not in row.axes)
                     + sum(row[f"counters.{divisions}"] for row in rows for divisions in DIVISIONS
                           if row.axes.get("core.on_miss") != "divide")),
        exactly_zero("kernels whose best fixed organisation is more than a hundredth faster than that of "
                     "the part of the space in which all runs are", outside(runs), sized=True),
        exactly_zero("slices that unite without having been divided",
                     sum(max(0, row["counters.reunions"] + row["counters.early_reunions"]
                             - sum(row[f"counters.{divisions}"] for divisions in DIVISIONS))
                         for row in rows))])


def outside(runs):
    """The kernels whose lanes walk regions, as in all runs that are in a part of the space only."""
    regions = Regions(runs)
    return sum(regions.speedup(kernel, static=regions.best_for(kernel))
               > 1.01 * max(regions.speedup(kernel, static=simd) for simd in PART)
               for kernel in KERNELS)
