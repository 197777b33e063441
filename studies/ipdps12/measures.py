# SPDX-License-Identifier: Apache-2.0
"""What the study of IPDPS'12 measures: run times of eight kernels, by the width and depth of a WPU,
and by how it looks for a better one."""

from statistics import harmonic_mean, mean  # as section VII averages speedups

KERNELS = ["FFT", "Filter", "HotSpot", "LU", "Merge", "Short", "KMeans", "SVM"]
WIDTHS = [2, 4, 8, 16, 32, 64]
DEPTHS = [1, 2, 4, 8, 16]
SPACE = [f"{width}x{depth}" for width in WIDTHS for depth in DEPTHS
         if 2 < width * depth <= 64]  # contexts of a WPU (VII-A)
# Those that are best for a kernel, or within a hundredth of it, or have 32 contexts: all that runs where
# the study would take hours.
PART = ["4x4", "8x4", "16x2", "16x4", "32x1", "32x2", "64x1"]
CORES = 4
POLLUTION = [12, 25, 50, 75]
COMPARED = 25  # of these, with the paper
SEEDS = range(1, 6)
FEW_SEEDS = range(1, 3)
DWS = {"on_miss": "divide", "on_branch": "divide", "division": "lazy"}


class Runs:
    """Timed runs, by the axes that tell them apart."""

    AXES = {"kernel": "case", "static": "static", "robust": "robust", "dcache": "dcache",
            "strategy": "core.adaptation.strategy", "convergence": "core.adaptation.convergence",
            "on_miss": "core.on_miss", "on_branch": "core.on_branch", "division": "core.division",
            "tasks": "core.adaptation.tasks_per_thread", "polluted": "l1.polluted_percent",
            "seed": "l1.seed", "loop": "loop", "ipc": "ipc", "inputs": "inputs",
            "numbers": "numbers", "mapping": "dispatch.mapping"}

    has_space = True  # or fixed organisations ran only that others are compared with
    has_subdivision = True
    seeds = SEEDS

    def __init__(self, results):
        self.rows = {tuple(row.axes.get(axis) for axis in self.AXES.values()): row
                     for row in results}
        assert len(self.rows) == len(results), "an axis tells runs apart that the study forgets"

    def row(self, kernel, **more):
        """One run; with 32 KB of D-cache, and searching both dimensions if it adapts."""
        place = {"dcache": "32K", **more, "kernel": kernel}
        if "robust" in place:
            place.setdefault("strategy", "dwrep")
        return self.rows[tuple(place.get(name) for name in self.AXES)]

    def speedup(self, kernel, **more):
        """Over four single-threaded cores with 32 KB of D-cache."""
        return (self.row(kernel, static="1x1")["counters.cycles"]
                / self.row(kernel, **more)["counters.cycles"])

    def average(self, **more):
        """The harmonic mean of all kernels."""
        return harmonic_mean([self.speedup(kernel, **more) for kernel in KERNELS])

    def polluted(self, kernel, percent, **more):
        """The mean speedup of five runs, or two, with other lines polluted."""
        if percent == 0:
            return self.speedup(kernel, **more)
        return mean(self.speedup(kernel, polluted=percent, seed=seed, **more)
                    for seed in (self.seeds if percent == COMPARED else FEW_SEEDS))

    def space(self, how="static", dcache="32K", **more):
        """The organisations that ran; `how` is static or robust."""
        return SPACE if (how, dcache) == ("static", "32K") and not more else PART

    def best(self, how, **more):
        """The organisation that is best for all kernels together."""
        return max(self.space(how, **more), key=lambda simd: self.average(**{how: simd}, **more))

    def best_for(self, kernel, **more):
        """The fixed organisation that is best for a kernel."""
        return max(self.space(**more),
                   key=lambda simd: self.speedup(kernel, static=simd, **more))

    def optimum(self):
        """Each kernel on its own best one."""
        return harmonic_mean([self.speedup(kernel, static=self.best_for(kernel))
                              for kernel in KERNELS])

    def instructions_per(self, kernel, event):
        """Warp instructions for each of the events, on four warps of 16 lanes."""
        row = self.row(kernel, static="16x4")
        return row["counters.warp_instructions"] / max(1, row[f"counters.{event}"])

    def instructions_per_divergent_load(self):
        """The harmonic mean of all kernels."""
        return harmonic_mean([self.instructions_per(kernel, "divergent_loads")
                              for kernel in KERNELS])

    def part_of_time(self, kernel, counter, **more):
        """Of the time of all WPUs that adapt from one warp of 32 lanes, the part that a counter of
        cycles has."""
        row = self.row(kernel, robust="32x1", **more)
        return row[f"counters.{counter}"] / (CORES * row["counters.cycles"])
