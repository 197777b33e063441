# SPDX-License-Identifier: Apache-2.0
"""Figures 2 and 8 and table III of IPDPS'12: fixed organisations, and those that adapt."""

from statistics import harmonic_mean

from lanefold_studies.expectation import HALF, Expectation, Experiment
from lanefold_studies.page import Comparison, Plot, Table, percent
from .likeness import LOOPS, OwnLines, closer_to_paper
from .measures import DEPTHS, DWS, KERNELS, PART, SPACE, WIDTHS, Runs
from .papers_table import (BEST_STATIC, BOTH, DIVIDED, HALF_BOTH, HALF_DIVIDED, HALF_OPTIMUM,
                           HALF_ROBUST, HALF_STATIC, OPTIMUM, ROBUST)

TECHNIQUES = {"fixed": ("static", {}), "DWS": ("static", DWS), "Robust SIMD": ("robust", {}),
              "RobustDWS": ("robust", DWS)}


def kernels(runs):
    """What runs, on four warps of 16 lanes."""
    yield "## Table II: the kernels\n"
    rows = []
    for kernel in KERNELS:
        row = runs.row(kernel, static="16x4")
        rows.append([kernel, row.axes["program"], row["counters.work_items"],
                     *(f"{runs.instructions_per(kernel, event):.0f}"
                       for event in ("divergent_loads", "divergent_branches"))])
    yield ("On four warps of 16 lanes. A task of the paper is a work-item, and each of its "
           "parallel loops a launch.")
    yield Table(["kernel", "program", "work-items", "warp instructions per divergent load",
                 "per divergent branch"], rows)
    yield Comparison([Expectation(
        "instructions per divergent load", "III-A", 13.0, runs.instructions_per_divergent_load(), 5.0,
        closer_to_paper(runs, Runs.instructions_per_divergent_load, loops=False), unit="")])


def grid(measure, space):
    """Widths by depths."""
    return Table(["width", *(f"depth {depth}" for depth in DEPTHS)],
                 [[width, *(f"{measure(f'{width}x{depth}'):.2f}" if f"{width}x{depth}" in space
                            else "" for depth in DEPTHS)] for width in WIDTHS])


def figures2_and_8(runs):
    """Speedups over the whole space."""
    yield "## Figures 2 and 8: widths and depths\n"
    yield ("Speedup over four single-threaded cores, harmonic mean of the eight kernels, with up "
           "to 64 contexts. Robust SIMD and RobustDWS begin with this width and depth. All but fixed "
           "organisations ran in a part of the space: where a kernel is at its best, or within a "
           "hundredth of it, and with 32 contexts.")
    series = {technique: [runs.average(**{how: simd}, **more) for simd in PART]
              for technique, (how, more) in TECHNIQUES.items()}
    yield Plot("figure8", "Speedup by width x depth", PART, series, "speedup", "", "lines",
               unit="")
    for technique, (how, more) in TECHNIQUES.items():
        yield f"{technique}:"
        yield grid(lambda simd, how=how, more=more: runs.average(**{how: simd}, **more),
                   runs.space(how, **more))
    yield "The four best fixed organisations of each kernel:"
    yield Table(["kernel", "best", "", "", ""],
                [[kernel, *(f"{simd}: {runs.speedup(kernel, static=simd):.2f}"
                            for simd in ranked(runs, kernel)[:4])] for kernel in KERNELS])


def ranked(runs, kernel):
    """Fixed organisations, the best one first."""
    return sorted(SPACE, key=lambda simd: -runs.speedup(kernel, static=simd))


def table3(runs):
    """The best of each kind."""
    yield "## Table III: the best of each kind\n"
    static, robust = runs.best("static"), runs.best("robust")
    yield (f"Fixed, {static} is best for all kernels together (8x4 in the paper); Robust SIMD is "
           f"best if it begins as {robust} (32x1). DWS is best on "
           f"{runs.best('static', **DWS)}, RobustDWS as {runs.best('robust', **DWS)} (16x2 both).")
    rows = []
    for dcache, papers in (
            ("32K", (BEST_STATIC, OPTIMUM, ROBUST, DIVIDED, BOTH)),
            ("16K", (HALF_STATIC, HALF_OPTIMUM, HALF_ROBUST, HALF_DIVIDED, HALF_BOTH))):
        own = [runs.best_for(kernel, dcache=dcache) for kernel in KERNELS]
        measured = (
            (f"fixed, {static}", lambda kernel: {"static": static}),
            ("fixed, each kernel's best",
             lambda kernel, own=own: {"static": own[KERNELS.index(kernel)]}),
            ("Robust SIMD, 32x1", lambda kernel: {"robust": "32x1"}),
            ("DWS, 16x2", lambda kernel: {"static": "16x2", **DWS}),
            ("RobustDWS, 16x2", lambda kernel: {"robust": "16x2", **DWS}))
        of_all = "" if dcache == "32K" else f" of {len(PART)}"
        rows.append([f"{dcache}B D-cache, each kernel's best{of_all}", "", *own])
        for (name, place), (paper, by_kernel) in zip(measured, papers):
            ours = [runs.speedup(kernel, dcache=dcache, **place(kernel)) for kernel in KERNELS]
            pairs = zip([harmonic_mean(ours), *ours], [paper, *by_kernel])
            rows.append([f"{dcache}B, {name}", *(f"{one:.2f} / {other:.2f}"
                                                 for one, other in pairs)])
    yield "Ours / the paper's:"
    yield Table(["speedup over four single-threaded cores", "harmonic mean", *KERNELS], rows)


def half_the_cache(runs):
    """What of the speed half of the D-cache leaves, by the means of table III."""
    loops = OwnLines(runs)
    def left(one, **place):
        return one.average(dcache="16K", **place) / one.average(**place)
    places = (("fixed, 8x4", {"static": "8x4"}, BEST_STATIC, HALF_STATIC, False),
              ("Robust SIMD, 32x1", {"robust": "32x1"}, ROBUST, HALF_ROBUST, True),
              ("DWS, 16x2", {"static": "16x2", **DWS}, DIVIDED, HALF_DIVIDED, True),
              ("RobustDWS, 16x2", {"robust": "16x2", **DWS}, BOTH, HALF_BOTH, True))
    yield "Of the speed with 32 KB, a D-cache of 16 KB leaves:"
    yield Comparison([Expectation(name, "table III", half / whole, left(runs, **place), 0.1,
                                  (Experiment(LOOPS, left(loops, **place), HALF),), open=known)
                      for name, place, (whole, _), (half, _), known in places])


def what_is_as_in_the_paper(runs):
    """Where lanes part often."""
    branch = runs.instructions_per("Merge", "divergent_branches")
    begins = {simd: runs.average(robust=simd) / runs.average(static=simd) - 1
              for simd in ("32x1", "64x1")}
    yield (f"Merge, in which lanes part often (at a branch once in {branch:.0f} instructions), comes "
           f"out as in the paper: {runs.speedup('Merge', static=runs.best_for('Merge')):.2f} on its "
           f"best fixed organisation (1.76), {runs.speedup('Merge', robust='32x1'):.2f} with Robust "
           "SIMD (1.79). Over the fixed organisation that it begins with, Robust SIMD gains "
           f"{percent(begins['32x1'])} as 32x1 and {percent(begins['64x1'])} as 64x1.")
