# SPDX-License-Identifier: Apache-2.0
"""Operating points: what table 3 says of each kernel in figures that a program can be measured by,
and loops that run at them."""

from statistics import geometric_mean

from lanefold_studies.expectation import HALF, Experiment
from lanefold_studies.page import Table, percent
from .measures import CORES, KERNELS, Runs

# Table 3: instructions per memory operation, GB/s and 10^9 operations a second, 1 and 16 warps.
TABLE_3 = {"NL": (19, (8.15, 111.4), (156, 2048)), "LJ": (25, (26.34, 256), (204, 1599)),
           "SA": (7, (62.77, 256), (57, 445)), "RT": (15, (30.60, 256), (124, 767)),
           "KM": (5, (26, 256), (2048, 634)), "GF": (8, (77.91, 256), (65, 215))}
LANES, LINE = 32, 32
MOST_OPERATIONS = 2048  # 10^9 a second: 32 cores of 32 lanes with 2 GHz
FAR = 2.0  # times
LOOPS = "loops that miss as often as table 3's kernels"
EFFECTIVE = "loops that miss as often, with the 250 cycles that table 3's operations take"
SHARED = "loops at the points of table 3, with lines that come back"
COMES_BACK = 693 / 1024  # of the misses: sweep.toml


class Points(Runs):
    """The figures of the six kernels, of loops at their points: `kind` is point or shared. More
    says how their machine differs."""

    def __init__(self, runs, kind="point", **more):  # pylint: disable=super-init-not-called
        self.rows = runs.rows
        self.kind = kind
        self.more = more

    def row(self, kernel, miss, **more):
        """One run of the loop at a kernel's point."""
        return super().row(f"{kernel}-{self.kind}", miss, **{**self.more, **more})


def at_points(runs, measure):
    """A figure as the loops give it, and as they do at the cycles of an operation."""
    return tuple(Experiment(change, measure(Points(runs, latency=latency)), HALF)
                 for change, latency in ((LOOPS, None), (EFFECTIVE, 250)))


def cycles_of_operation(kernel, warps=1):
    """Of one warp, by table 3: as many cores as warps work at the same time."""
    counted, _, rates = TABLE_3[kernel]
    return counted * MOST_OPERATIONS / rates[0 if warps == 1 else 1]


def gain_of_bandwidth(part):
    """Of an L2 that takes this part of the lines of 16 warps, geometric mean by table 3."""
    return geometric_mean(min(1 / (1 - part), MOST_OPERATIONS / rates[1])
                          for _, _, rates in TABLE_3.values())


def lines_of_operation(kernel, warps=1):
    """By table 3."""
    counted, bandwidths, rates = TABLE_3[kernel]
    place = 0 if warps == 1 else 1
    return bandwidths[place] / LINE / (rates[place] / LANES / counted)


def measured(row):
    """Instructions, cycles and lines of a memory operation, and parts of the loads at which some
    and all lanes miss."""
    operations = row["counters.memory_instructions"]
    moved = sum(row[f"memory.dram.counters.{way}_bytes"] for way in ("read", "written"))
    loads, missing = row["counters.loads"], row["counters.missing_loads"]
    return (row["counters.warp_instructions"] / operations,
            CORES * row["counters.cycles"] / operations, moved / LINE / operations,
            missing / loads, (missing - row["counters.divergent_loads"]) / loads)


def operating_points(runs):
    """The table, and what follows from it."""
    yield "## Operating points\n"
    yield ("Table 3 decides more than it prints. An operation of a warp that blocks takes the "
           "instructions between two operations, times 2,048 by the operations of a second: 248 to "
           "252 cycles in all kernels but k-means, whatever their other instructions. Nearly every "
           "operation misses in some lane, then, and two are on their way at a time (sections 6 and "
           "7.1), or 250 cycles are what is left of 500 in effect. Lines are bandwidth by "
           "operations. In each cell: our kernel, the loop at its point, and the paper.")
    rows = []
    far = []
    for kernel in KERNELS:
        ours = measured(runs.row(kernel, "block"))
        loop = measured(Points(runs).row(kernel, "block"))
        paper = (TABLE_3[kernel][0], cycles_of_operation(kernel), lines_of_operation(kernel))
        rows.append([kernel, *(f"{one:.1f} / {two:.1f} / {three:.1f}"
                               for one, two, three in zip(ours, loop, paper)),
                     *(f"{percent(one, 0)} / {percent(two, 0)}"
                       for one, two in zip(ours[3:], loop[3:]))])
        if any(not 1 / FAR < one / two < FAR for one, two in zip(ours[1:3], paper[1:])):
            far.append(kernel)
    yield Table(["kernel", "instructions per memory operation", "cycles of an operation",
                 "lines of an operation", "loads at which some lane misses", "all lanes"], rows)
    yield (f"By more than {FAR:.0f} times off in cycles or lines: {', '.join(far)}. These are other "
           "programs than the paper's, whatever they compute.")
    yield ("The loops are those of `line-walk` ([workload-list.md](../../reference/workload-list.md"
           "#micro-benchmarks)). Each lane comes to a new line with the chance that table 3's lines "
           "of an operation give it, independently of the others; its other loads are at a line "
           "that all share. K-means reads its point 32 times (8.3), all lanes alike, "
           "and a centre beside it. Its points fit the D-cache with 4 warps, and not with 8 (8.3): "
           "a point has more than four lines and less than eight. The loops have no other "
           "parameter, and nothing of them follows from a speedup.")
