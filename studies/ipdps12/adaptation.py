# SPDX-License-Identifier: Apache-2.0
"""Figures 5 to 7 of IPDPS'12: how WPUs adapt, what that costs, and caches with polluted lines."""

from statistics import harmonic_mean, mean

from lanefold_studies.expectation import HALF, Expectation, Experiment
from lanefold_studies.page import Comparison, Plot, Table, percent
from .likeness import LOOPS, OwnLines
from .measures import DWS, KERNELS, POLLUTION

WIDE = [4, 16, 64]         # lanes of two warps
STRIDES = [4, 8, 16, 32, 64]
DEEP = [1, 4, 16]          # warps of 16 lanes
FIXED, ROBUST, DIVIDED = {"static": "8x4"}, {"robust": "32x1"}, {"static": "16x2", **DWS}
STRATEGIES = {"WidthOnly": "width-only", "DepthOnly": "depth-only", "DWrep": "dwrep"}


def lines(name, caption, labels, series, axis):
    """A plot of speedups."""
    return Plot(name, caption, [str(label) for label in labels], series, "speedup", axis, "lines",
                unit="")


def figure5(runs):
    """Strategies."""
    yield "## Figure 5: strategies\n"
    for name, caption, labels, axis, simd in (
            ("figure5a", "Two warps of 4 to 64 lanes", WIDE, "lanes", lambda width: f"{width}x2"),
            ("figure5b", "1 to 16 warps of 16 lanes", DEEP, "warps", lambda depth: f"16x{depth}")):
        series = {"Conv": [runs.average(static=simd(label)) for label in labels]}
        for strategy, value in STRATEGIES.items():
            series[strategy] = [runs.average(robust=simd(label), strategy=value)
                                for label in labels]
        yield lines(name, caption + ", harmonic mean", labels, series, axis)
        yield Table([axis, *map(str, labels)],
                    [[strategy, *(f"{value:.2f}" for value in values)]
                     for strategy, values in series.items()])


def figure6(runs):
    """Strides, and the length of an interval."""
    yield "## Figure 6: strides and intervals\n"
    yield lines("figure6a", "Strides of one (Inc) and annealed ones (Anneal), two warps", STRIDES,
                {"Inc": [runs.average(robust=f"{width}x2", convergence="inc") for width in STRIDES],
                 "Anneal": [runs.average(robust=f"{width}x2") for width in STRIDES]}, "lanes")
    lengths = [1, 2, 4, 8, 16]
    yield "Work-items that an average thread ends in a sampling interval, on two warps of 32 lanes:"
    yield Table(["work-items", *KERNELS, "harmonic mean"],
                [[length, *(f"{runs.speedup(kernel, **of_length(length)):.2f}"
                            for kernel in KERNELS), f"{runs.average(**of_length(length)):.2f}"]
                 for length in lengths])


def of_length(tasks):
    """Two is the default, which the sweep does not name."""
    return {"robust": "32x2"} if tasks == 2 else {"robust": "32x2", "tasks": tasks}


def figure7(runs):
    """Polluted lines."""
    yield "## Figure 7: polluted D-caches\n"
    levels = [0, *POLLUTION]
    static, robust, divided = ([[runs.polluted(kernel, level, **simd) for kernel in KERNELS]
                                for level in levels] for simd in (FIXED, ROBUST, DIVIDED))
    yield lines("figure7", "Speedup with polluted lines, mean of five runs each, harmonic mean",
                [f"{level} %" for level in levels],
                {"fixed 8x4": [harmonic_mean(row) for row in static],
                 "Robust SIMD 32x1": [harmonic_mean(row) for row in robust],
                 "DWS 16x2": [harmonic_mean(row) for row in divided]}, "polluted lines")
    yield "Robust SIMD 32x1 over fixed 8x4:"
    yield Table(["polluted", *KERNELS, "harmonic means"],
                [[f"{level} %", *(f"{new / old:.2f}" for new, old in zip(new_row, old_row)),
                  f"{harmonic_mean(new_row) / harmonic_mean(old_row):.2f}"]
                 for level, new_row, old_row in zip(levels, robust, static)])
    yield Comparison([
        Expectation(f"Robust SIMD over {what}, 25 % polluted", "VII-B", paper, ratio(runs, other),
                    0.1, (Experiment(LOOPS, ratio(OwnLines(runs), other), HALF),),
                    open=other is DIVIDED, unit="", digits=2)
        for what, paper, other in (("fixed", 1.4, FIXED), ("DWS", 1.3, DIVIDED))])


def ratio(runs, other):
    """Robust SIMD over another organisation with a quarter of the lines polluted."""
    def average(simd):
        return harmonic_mean([runs.polluted(kernel, 25, **simd) for kernel in KERNELS])
    return average(ROBUST) / average(other)


def cost(runs):
    """What the search takes."""
    yield "## What adaptation costs\n"
    parts = {"search": "adaptation_cycles", "draining": "draining_cycles",
             "reconfiguration": "reconfiguration_cycles"}
    yield "Parts of the time of all WPUs, beginning with one warp of 32 lanes:"
    yield Table(["kernel", *parts, "intervals", "launches and WPUs that chose",
                 "without a search"],
                [[kernel, *(percent(runs.part_of_time(kernel, counter))
                            for counter in parts.values()),
                  *(runs.row(kernel, robust="32x1")[f"counters.{counter}"] for counter in
                    ("adaptation_intervals", "adaptations_chosen", "adaptations_by_default"))]
                 for kernel in KERNELS])
    yield Comparison([
        Expectation("search, mean", "VII", 0.06, mean(searches(runs)), 0.02,
                    (Experiment("the paper's inputs", mean(searches(runs, inputs="paper"))),)),
        Expectation("search, at most", "VII", (None, 0.15), max(searches(runs)), 0.0,
                    (Experiment("the paper's inputs", max(searches(runs, inputs="paper"))),)),
        Expectation("draining and reconfiguration, mean", "VI-C", (None, 0.02),
                    mean(runs.part_of_time(kernel, "draining_cycles")
                         + runs.part_of_time(kernel, "reconfiguration_cycles")
                         for kernel in KERNELS))])


def searches(runs, **more):
    """The kernels' parts of the time that the search takes."""
    return [runs.part_of_time(kernel, "adaptation_cycles", **more) for kernel in KERNELS]
