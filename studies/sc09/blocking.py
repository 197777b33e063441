# SPDX-License-Identifier: Apache-2.0
"""Tables 1 and 3 and figures 4 and 5 of SC'09: what the mechanism needs, and the machine without
it."""

from lanefold_studies.expectation import Expectation
from lanefold_studies.page import Comparison, Plot, Table, percent
from .measures import ENTRIES, KERNELS, LANE_BITS, WARPS
from .points import TABLE_3, at_points


def table1():
    """Storage, by the paper's arithmetic."""
    def bytes_of(bits, per_warp):
        return [f"{bits * per_warp * warps / 8:.0f}" for warps in (1, 16)]
    yield "## Table 1: storage of a core\n"
    yield "Bytes by the sizes that the table gives. The limit takes one more."
    yield Table(["structure", "1 warp", "16 warps", "paper, 1 warp", "paper, 16 warps"],
                [["memory divergence table", *bytes_of(32 + LANE_BITS, ENTRIES), 16, 256],
                 ["counters of lanes", *bytes_of(8, LANE_BITS), 32, 512],
                 ["bits of lanes at the limit", *bytes_of(LANE_BITS, 1), 4, 16]])
    yield ("By its own sizes the last row is 64 bytes with 16 warps: 32 bits for each. The "
           "model's table also holds the depth of calls.")


def table3(runs):
    """The kernels on the machine that blocks."""
    yield "## Table 3: the kernels\n"
    rows = []
    for kernel in KERNELS:
        row = runs.row(kernel, "block")
        counted, bandwidth, rate = TABLE_3[kernel]
        per_load = row["counters.warp_instructions"] / row["counters.memory_instructions"]
        rows.append([kernel, f"{per_load:.1f} / {counted}",
                     *(f"{runs.gigabytes_per_second(kernel, warps):.0f} / {paper:.0f}"
                       for warps, paper in zip((1, 16), bandwidth)),
                     *(f"{runs.operations_per_second(kernel, warps):.0f} / {paper}"
                       for warps, paper in zip((1, 16), rate)),
                     percent(row["divergent_load_part"]), percent(row["simd_efficiency"])])
    yield ("Ours / the paper's. Bandwidth and operations are those of the whole chip, in GB/s and "
           "10^9 a second, of 256 and 2048 at most. The paper counts instructions by hand between "
           "references of the source (7.1). Here every load and store of a word counts, also of a "
           "stack in private memory.")
    yield Table(["kernel", "instructions per memory operation", "GB/s, 1 warp", "GB/s, 16 warps",
                 "operations, 1 warp", "operations, 16 warps", "loads some of whose lanes miss",
                 "lanes active"], rows)


def figures4_and_5(runs):
    """More warps."""
    def plot(name, caption, measure, unit):
        return Plot(name, caption, [str(warps) for warps in WARPS],
                    {kernel: [measure(kernel, warps) for warps in WARPS] for kernel in KERNELS},
                    unit, "warps of a core", kind="lines", unit="")
    yield "## Figures 4 and 5: more warps that block\n"
    yield plot("figure4", "Speed relative to one warp, blocking",
               lambda kernel, warps: runs.scaling(kernel, "block", warps), "speedup")
    yield plot("figure5", "Bandwidth of the chip, blocking", runs.gigabytes_per_second, "GB/s")
    yield Comparison([Expectation(f"{warps} warps against one, geometric mean", "figure 8", paper,
                                  runs.mean_scaling("block", warps), 0.3,
                                  at_points(runs, lambda loops, warps=warps:
                                            loops.mean_scaling("block", warps)), open=warps == 16,
                                  unit="", digits=2)
                      for warps, paper in ((2, 1.8), (4, 3.07), (16, 4.14))])
