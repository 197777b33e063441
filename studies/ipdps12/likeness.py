# SPDX-License-Identifier: Apache-2.0
"""Runs that may be more like the paper's: each lane walks a region of the work-items; then, too, lanes
have an IPC of one, or three programs compute with doubles, or also inputs are those of table II
(docs/method/modelling-simd.md#the-programs-of-the-paper). And loops whose threads have as many lines
of their own as table III implies."""

from lanefold_studies.expectation import HALF, Experiment
from lanefold_studies.page import Table, percent
from .measures import DWS, FEW_SEEDS, KERNELS, PART, Runs
from .papers_table import BEST_STATIC, BOTH, DIVIDED, OPTIMUM, ROBUST

DOUBLES = ("FFT", "HotSpot", "LU")
REGIONS = "each lane walks a region of the work-items"
# With the paper's inputs, each run takes over a minute.
LONG = "Merge"
LINES = 256  # of the D-cache
# Contexts of the organisation that is best for a kernel (table III, row 4).
CONTEXTS = {"FFT": 32, "Filter": 32, "HotSpot": 32, "LU": 32, "Merge": 8, "Short": 16, "KMeans": 16,
            "SVM": 16}
LOOPS = "loops whose threads have lines of their own"
OWN = "Merge"  # comes out as in the paper, so it stays


class Regions(Runs):
    """The figures of the kernels whose lanes walk regions, some with doubles, all but one with other
    inputs if so given."""

    def __init__(self, runs, *, doubles=False, **more):  # pylint: disable=super-init-not-called
        self.rows = runs.rows
        self.doubles = doubles
        self.more = {"mapping": "regions", **more}
        self.has_space = not more
        self.has_subdivision = "inputs" not in more

    def space(self, how="static", dcache="32K", **more):
        """The organisations that ran. Those two lanes wide are never best."""
        if self.doubles:
            return PART
        return [simd for simd in super().space(how, dcache, **more) if not simd.startswith("2x")]

    def row(self, kernel, **more):
        """One run."""
        own = {"numbers": "double"} if self.doubles and kernel in DOUBLES else {}
        other = {name: value for name, value in self.more.items()
                 if (name, kernel) != ("inputs", LONG)}
        return super().row(kernel, **other, **own, **more)


class OwnLines(Runs):
    """The figures of the loops that stand for the kernels."""

    seeds = FEW_SEEDS  # of polluted lines: a loop walks all of them

    def __init__(self, runs):  # pylint: disable=super-init-not-called
        self.rows = runs.rows

    def row(self, kernel, **more):
        """One run of the loop with a kernel's lines."""
        if kernel == OWN:
            return super().row(kernel, **more)
        return super().row(None, loop=f"lines-{LINES // CONTEXTS[kernel]}", **more)


def steps(runs):
    """{what is other than in our runs: runs}."""
    return {REGIONS: Regions(runs),
            "regions, and an IPC of one": Regions(runs, ipc="one"),
            "regions, and three kernels compute with doubles": Regions(runs, doubles=True),
            "regions, doubles and the paper's inputs": Regions(runs, doubles=True, inputs="paper")}


def closer_to_paper(runs, measure, *, loops=True, needs=None):
    """A figure as those runs give it, and the loops: runs that have what it needs, if anything."""
    kinds = {**steps(runs), **({LOOPS: OwnLines(runs)} if loops else {})}
    return tuple(Experiment(what, measure(other), HALF) for what, other in kinds.items()
                 if needs is None or getattr(other, needs))


def likeness(runs):
    """What the steps do, and to which kernel."""
    yield "## More like the paper's programs\n"
    yield ("In one reading of section V-B, each of the paper's threads walks a tile of neighbouring "
           "tasks. Its lanes have an IPC of one but for memory (V-A). The suites' FFT, LU and HotSpot "
           "compute with doubles, and the inputs of table II are larger "
           "([modelling-simd.md](../../method/modelling-simd.md#the-programs-of-the-paper)). The rest "
           "of the page keeps our kernels and inputs: with the paper's, its points would take hours. "
           f"With doubles, {len(PART)} fixed organisations ran: those that are best for a kernel, or "
           "within a hundredth of it, and of 32 contexts. In two rows, only what is compared ran. "
           "With the paper's inputs, ten of the 100 steps of HotSpot run, each of which is a launch of "
           f"the same work, and {LONG} keeps ours, since one of its runs takes over a minute.")
    def having(what, measure):
        return lambda one: measure(one) if getattr(one, what) else ""
    measures = (having("has_space", lambda one: f"{one.best('static')}: "
                       f"{one.average(static=one.best('static')):.2f}"),
                having("has_space", lambda one: f"{one.optimum():.2f}"),
                lambda one: f"{one.average(robust='32x1'):.2f}",
                having("has_subdivision", lambda one: f"{one.average(static='16x2', **DWS):.2f}"),
                having("has_subdivision", lambda one: f"{one.average(robust='16x2', **DWS):.2f}"),
                lambda one: f"{one.instructions_per_divergent_load():.0f}")
    kinds = {"our kernels": runs, **steps(runs)}
    yield Table(["", "best fixed", "each kernel's best", "Robust SIMD, 32x1", "DWS, 16x2",
                 "RobustDWS, 16x2", "instructions per divergent load"],
                [*([what, *(measure(other) for measure in measures)]
                   for what, other in kinds.items()),
                 ["the paper", f"8x4: {BEST_STATIC[0]}",
                  *(mean for mean, _ in (OPTIMUM, ROBUST, DIVIDED, BOTH)), "13"]])
    yield from like_contexts({what: one for what, one in kinds.items()
                              if one.has_space})
    last = Regions(runs, doubles=True)
    yield "Kernel by kernel with regions and doubles, speedup, ours / the paper's:"
    places = (("fixed, 8x4", {"static": "8x4"}, BEST_STATIC),
              ("Robust SIMD, 32x1", {"robust": "32x1"}, ROBUST),
              ("DWS, 16x2", {"static": "16x2", **DWS}, DIVIDED),
              ("RobustDWS, 16x2", {"robust": "16x2", **DWS}, BOTH))
    yield Table(["", *KERNELS],
                [[what, *(f"{last.speedup(kernel, **place):.2f} / {paper:.2f}"
                          for kernel, paper in zip(KERNELS, of_kernels))]
                 for what, place, (_, of_kernels) in places])


def like_contexts(kinds):
    """Robust SIMD beside fixed organisations that have as many contexts as it has."""
    pairs = (("32x1", "32x1"), ("32x1", "8x4"), ("32x2", "32x2"))
    def gain(one, robust, static):
        return percent(one.average(robust=robust) / one.average(static=static) - 1)
    yield "What Robust SIMD gains over fixed organisations of as many contexts:"
    yield Table(["", *(f"{robust} over fixed {static}" for robust, static in pairs)],
                [[what, *(gain(one, *pair) for pair in pairs)] for what, one in kinds.items()])


def footprints(runs):
    """What table III implies."""
    yield "## Lines of a thread\n"
    yield ("The organisation that is best for a kernel has 8 to 32 contexts in table III, and half of "
           "the D-cache costs 33 to 84 % of the speed of 8x4. So each thread has lines "
           f"of its own, as many as the {LINES} lines of the D-cache by these contexts. Neighbouring "
           "lanes of our kernels share a line. The loops of `line-walk` "
           "([workload-list.md](../../reference/workload-list.md#micro-benchmarks)) walk round and "
           "round such lines, with each load at the next. Merge stays as it is.")
    loops = OwnLines(runs)
    simds = ("4x2", "8x2", "8x4", "16x2", "32x1", "32x2")
    rows = [[kernel, CONTEXTS[kernel], LINES // CONTEXTS[kernel],
             *(f"{runs.speedup(kernel, static=simd):.2f} / {loops.speedup(kernel, static=simd):.2f}"
               for simd in simds)] for kernel in KERNELS]
    yield "Our kernel / the loop, speedup over four single-threaded cores:"
    yield Table(["kernel", "contexts", "lines", *simds], rows)
