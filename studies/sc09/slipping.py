# SPDX-License-Identifier: Apache-2.0
"""Figures 6 to 10 of SC'09: Diverge on Miss against blocking."""

from statistics import geometric_mean

from lanefold_studies.expectation import HALF, Expectation, Experiment
from lanefold_studies.page import Comparison, Plot, Table, percent
from .measures import BANDWIDTH, FIXED, KERNELS, WARPS, Runs
from .points import (COMES_BACK, LOOPS, SHARED, TABLE_3, Points, at_points,
                     gain_of_bandwidth)

UNKNOWN = ("NL", "GF")  # nothing that was tried closes them
# Figure 7 with one warp, from the text of 8.3, which calls k-means not appreciable and gives no
# number for ray tracing.
FIGURE_7 = {"NL": 2.5, "LJ": 5.6, "SA": 4.23, "KM": 1.0, "GF": 8.3}
# Other forms of the kernels: a case, what it changes, and more.
FORMS = {"NL": [("NL-flat", "one loop over the bins", {})],
         "LJ": [("LJ-rows", "lists behind one another", {}),
                ("LJ-rows", "lists behind one another, and eight entries", {"entries": 8})],
         "SA": [("SA-rows", "queries behind one another", {})],
         "GF": [("GF-rolled", "nine loads in a loop", {})]}
SMALL_L2 = (32768, 65536)
L2_GAINS = (0.081, 0.072, 0.074, 0.524, 1.159)


def named(warps):
    """1 warp, 2 warps."""
    return f"{warps} warp{'s' if warps > 1 else ''}"


def plot(name, caption, series, kind="bars"):
    """By warps."""
    return Plot(name, caption, [str(warps) for warps in WARPS],
                {label: [measure(warps) for warps in WARPS] for label, measure in series.items()},
                "speedup", "warps of a core", kind, unit="")


def by_kernel(runs, caches):
    """The series of figures 7 and 9."""
    return {kernel: lambda warps, kernel=kernel: runs.speedup(kernel, "adaptive", warps=warps,
                                                             caches=caches)
            for kernel in KERNELS}


def by_warps(runs, caches):
    """The series of figures 8 and 10."""
    return {"blocking": lambda warps: runs.mean_scaling("block", warps, caches),
            "adaptive slip": lambda warps: runs.mean_scaling("adaptive", warps, caches)}


def figure6(runs):
    """Fixed limits."""
    yield "## Figure 6: a fixed limit\n"
    yield Table(["speedup over blocking", *map(named, WARPS)],
                [[miss, *(f"{runs.mean_speedup(miss, warps=warps):.2f}" for warps in WARPS)]
                 for miss in FIXED])
    yield plot("figure6", "Speedup over blocking with fixed limits, geometric mean",
               {"the best one for all kernels": runs.best_for_all,
                "the best one for each kernel": runs.best_mix})
    yield Comparison([Expectation(f"{what}, {named(warps)}", "8.2", paper, ours(runs, warps), 0.2,
                                  at_points(runs, lambda loops, ours=ours, warps=warps:
                                            ours(loops, warps)), unit="", digits=2)
                      for warps, one, mix in ((1, 2.65, 4.0), (2, 2.88, 3.15))
                      for what, paper, ours in (("one limit", one, Runs.best_for_all),
                                                ("best mix", mix, Runs.best_mix))])


def figure7(runs):
    """The adaptive limit, kernel by kernel."""
    yield "## Figure 7: the adaptive limit, by kernel\n"
    yield plot("figure7", "Speedup of adaptive slip over blocking", by_kernel(runs, "L1"))
    yield "Below 1, slip takes longer than blocking:"
    yield Table(["speedup", *map(named, WARPS)],
                [[kernel, *(f"{runs.speedup(kernel, 'adaptive', warps=warps):.2f}"
                            for warps in WARPS)] for kernel in KERNELS])
    yield Comparison([Expectation(f"{kernel}, 1 warp", "8.3", paper,
                                  runs.speedup(kernel, "adaptive"), 0.2, forms(runs, kernel),
                                  open=kernel in UNKNOWN, unit="", digits=2)
                      for kernel, paper in FIGURE_7.items()])
    blocking = TABLE_3["GF"][1][0]
    needed = FIGURE_7["GF"] * blocking
    yield (f"The paper's GF reads {blocking} GB/s while it blocks (table 3). {FIGURE_7['GF']} times as much are "
           f"{needed:.0f} of {BANDWIDTH} GB/s, so lanes that slip must read at least {needed / BANDWIDTH:.1f} times "
           "fewer lines, of which the paper says nothing. Ours do (see below).")


def forms(runs, kernel):
    """What other forms of a kernel gain, and the loop at its point."""
    return (*(Experiment(change, runs.cycles(case, "block") / runs.cycles(case, "adaptive", **more),
                         HALF) for case, change, more in FORMS.get(kernel, ())),
            Experiment(LOOPS, Points(runs).speedup(kernel, "adaptive"), HALF))


def figure8(runs):
    """The adaptive limit, by warps."""
    yield "## Figure 8: adaptive slip and blocking\n"
    yield plot("figure8", "Speed relative to one warp that blocks, geometric mean of six kernels",
               by_warps(runs, "L1"))
    yield Comparison([
        *(Expectation(f"adaptive, {named(warps)} against one that blocks", "8.3", paper,
                      runs.mean_scaling("adaptive", warps), 0.3,
                      at_points(runs, lambda one, warps=warps:
                                one.mean_scaling("adaptive", warps)),
                      unit="", digits=2)
          for warps, paper in ((1, 3.14), (2, 4.66), (4, 5.38))),
        *(Expectation(f"adaptive beyond blocking, {named(warps)}", "8.3", paper,
                      runs.mean_speedup("adaptive", warps=warps) - 1, 0.03,
                      at_points(runs, lambda one, warps=warps:
                                one.mean_speedup("adaptive", warps=warps) - 1), open=warps == 16)
          for warps, paper in ((8, 0.26), (16, 0.038))),
        Expectation("two slipping warps against sixteen that block", "8.3: equal", 1.0,
                    two_by_sixteen(runs), 0.15, at_points(runs, two_by_sixteen), unit="", digits=2)])


def two_by_sixteen(runs):
    """Speed of two warps that slip, over that of sixteen that block."""
    return runs.mean_scaling("adaptive", 2) / runs.mean_scaling("block", 16)


def figures9_and_10(runs):
    """Private L2 caches."""
    yield "## Figures 9 and 10: private L2 caches\n"
    yield plot("figure9", "Speedup of adaptive slip over blocking, with L2 caches",
               by_kernel(runs, "L2"))
    yield plot("figure10", "Speed relative to one warp that blocks, with L2 caches",
               by_warps(runs, "L2"))
    loops = Points(runs, "shared")
    def with_l2(measure):
        return (Experiment(SHARED, measure(loops), HALF),)
    least, most = L2_GAINS[0], L2_GAINS[-1]
    yield Comparison([
        *(Expectation(f"gain by L2 caches, {named(warps)}", "8.4", paper, l2_gain(runs, warps), 0.05,
                      with_l2(lambda one, warps=warps: l2_gain(one, warps)))
          for warps, paper in zip(WARPS, L2_GAINS)),
        Expectation("16 blocking warps against one, with L2", "8.4", 6.35,
                    runs.mean_scaling("block", 16, "L2"), 0.5,
                    with_l2(lambda one: one.mean_scaling("block", 16, "L2")),
                    f"4.14 without L2, {percent(most)} more with 16 warps and {percent(least)} more "
                    f"with one are {4.14 * (1 + most) / (1 + least):.2f}", unit="", digits=2),
        Expectation("adaptive slip at most, with L2", "8.4", 7.36, best_with_l2(runs), 0.5,
                    with_l2(best_with_l2), open=True, unit="", digits=2)])
    yield ("The loops with lines that come back read, with each miss of the loops above, a line of "
           f"their own in {percent(1 - COMES_BACK)} of the cases, and else one of 4,096 lines that "
           "all lanes share, which the L2 holds and the D-cache does not. That part is what the "
           "gain with 16 warps gives, if it is bandwidth that the L2 saves: each kernel of table 3 "
           "gains 1 / (1 - part), but no more than its operations leave below 2,048: the "
           f"geometric mean is {gain_of_bandwidth(COMES_BACK):.2f} ({1 + most:.2f} in 8.4). The other "
           "figures follow.")
    yield "The gain of our kernels by smaller caches, blocking, geometric mean:"
    yield Table(["", "1 warp", "16 warps"],
                [[f"{l2_bytes // 1024} KB", *(percent(l2_gain(runs, warps, l2_bytes))
                                              for warps in (1, 16))]
                 for l2_bytes in SMALL_L2])


def l2_gain(runs, warps, l2_bytes=None):
    """What blocking warps gain by an L2, geometric mean."""
    return geometric_mean(runs.cycles(kernel, "block", warps=warps)
                          / runs.cycles(kernel, "block", warps=warps, caches="L2",
                                        l2_bytes=l2_bytes)
                          for kernel in KERNELS) - 1


def best_with_l2(runs):
    """The speed of warps that slip, with the number of warps that is best."""
    return max(runs.mean_scaling("adaptive", warps, "L2") for warps in WARPS)
