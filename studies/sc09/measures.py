# SPDX-License-Identifier: Apache-2.0
"""What the study of SC'09 measures: run times of six kernels, by the warps of a core and by what a
warp does on a miss."""

from statistics import geometric_mean  # as section 8 averages speedups

KERNELS = ["NL", "LJ", "SA", "RT", "KM", "GF"]
WARPS = [1, 2, 4, 8, 16]
FIXED = ["slip-4", "slip-16", "slip-64", "slip-255"]
SCALE = 8  # the chip that runs is an eighth of the paper's
CORES = 4
BANDWIDTH = 256  # GB/s
LANE_BITS, ENTRIES = 32, 2


class Runs:
    """Timed runs, by the axes that tell them apart."""

    AXES = {"kernel": "case", "chip": "chip", "caches": "caches", "warps": "core.warps",
            "miss": "miss", "joins": "core.reconvergence",
            "entries": "core.slip.table_entries", "missing": "missing",
            "latency": "dram.latency", "l2_bytes": "l2.bytes"}
    USUAL = {"chip": "eighth", "caches": "L1", "warps": 1}

    def __init__(self, results):
        self.rows = {tuple(row.axes.get(axis) for axis in self.AXES.values()): row
                     for row in results}
        assert len(self.rows) == len(results), "an axis tells runs apart that the study forgets"

    def row(self, kernel, miss, **more):
        """One run: on the usual machine, but for what is given."""
        place = {**self.USUAL, **more, "kernel": kernel, "miss": miss}
        return self.rows[tuple(place.get(name) for name in self.AXES)]

    def cycles(self, kernel, miss, **more):
        """The run time."""
        return self.row(kernel, miss, **more)["counters.cycles"]

    def speedup(self, kernel, miss, base="block", **more):
        """Against the base on the same machine."""
        return self.cycles(kernel, base, **more) / self.cycles(kernel, miss, **more)

    def mean_speedup(self, miss, **more):
        """Of the six kernels."""
        return geometric_mean(self.speedup(kernel, miss, **more) for kernel in KERNELS)

    def scaling(self, kernel, miss, warps, caches="L1"):
        """Against one warp that blocks."""
        base = self.cycles(kernel, "block", caches=caches)
        return base / self.cycles(kernel, miss, warps=warps, caches=caches)

    def mean_scaling(self, miss, warps, caches="L1"):
        """Of the six kernels."""
        return geometric_mean(self.scaling(kernel, miss, warps, caches) for kernel in KERNELS)

    def best_fixed(self, kernel, warps):
        """The fixed limit at which a kernel is fastest."""
        return min(FIXED, key=lambda miss: self.cycles(kernel, miss, warps=warps))

    def best_for_all(self, warps):
        """The speedup with the one limit that is best for the six kernels together."""
        return max(self.mean_speedup(miss, warps=warps) for miss in FIXED)

    def best_mix(self, warps):
        """The speedup with each kernel's own best limit."""
        return geometric_mean(self.speedup(kernel, self.best_fixed(kernel, warps), warps=warps)
                              for kernel in KERNELS)

    def bound(self, kernel):
        """Loads that a blocking warp waits for, over those that its most missing lane would wait
        for if it were alone."""
        row = self.row(kernel, "block")
        return row["counters.missing_loads"] / row["counters.longest_misses"]

    def passes(self, kernel, **more):
        """Warp instructions that adaptive slip needs, relative to blocking."""
        slip, block = (self.row(kernel, miss, **more) for miss in ("adaptive", "block"))
        return slip["counters.warp_instructions"] / block["counters.warp_instructions"]

    def hidden(self, kernel, **more):
        """The speedup of blocking by memory that answers after a cycle."""
        return (self.cycles(kernel, "block", **more)
                / self.cycles(kernel, "block", latency=1, **more))

    def issue_slots(self, kernel, warps):
        """The part of a blocking core's cycles in which it issues."""
        row = self.row(kernel, "block", warps=warps)
        return row["counters.warp_instructions"] / row["counters.cycles"] / CORES

    def gigabytes_per_second(self, kernel, warps):
        """Of the whole chip, as it blocks."""
        row = self.row(kernel, "block", warps=warps)
        moved = sum(row[f"memory.dram.counters.{way}_bytes"] for way in ("read", "written"))
        return SCALE * moved / row["time_ns"]

    def operations_per_second(self, kernel, warps):
        """Lane instructions in 10^9, of the whole chip as it blocks."""
        row = self.row(kernel, "block", warps=warps)
        return SCALE * row["counters.lane_instructions"] / row["time_ns"]
