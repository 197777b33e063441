# SPDX-License-Identifier: Apache-2.0
"""Loops whose threads have as many lines of their own as table III implies, in place of our kernels."""

from lanefold_studies.expectation import HALF, Experiment
from lanefold_studies.page import Table
from .measures import KERNELS, Runs

LINES = 256  # of the D-cache
# Contexts of the organisation that is best for a kernel (table III, row 4).
CONTEXTS = {"FFT": 32, "Filter": 32, "HotSpot": 32, "LU": 32, "Merge": 8, "Short": 16, "KMeans": 16,
            "SVM": 16}
LOOPS = "loops whose threads have lines of their own"
IPC = "these loops with an IPC of one"
OWN = "Merge"  # comes out as in the paper, so it stays


class OwnLines(Runs):
    """The figures of the eight kernels, of the loops that stand for them. More says how their cores
    differ."""

    def __init__(self, runs, **more):  # pylint: disable=super-init-not-called
        self.rows = runs.rows
        self.more = more

    def row(self, kernel, **more):
        """One run of the loop with a kernel's lines."""
        if kernel == OWN:
            return super().row(kernel, **self.more, **more)
        return super().row(None, loop=f"lines-{LINES // CONTEXTS[kernel]}", **self.more, **more)


def with_own_lines(runs, measure, *, ipc=True):
    """A figure as the loops give it, also with the cores of section V-A."""
    found = [Experiment(LOOPS, measure(OwnLines(runs)), HALF)]
    if ipc:
        found.append(Experiment(IPC, measure(OwnLines(runs, ipc="one")), HALF))
    return tuple(found)


def footprints(runs):
    """What table III implies."""
    yield "## Lines of a thread\n"
    yield ("The organisation that is best for a kernel has 8 to 32 contexts in table III, and half of "
           "the D-cache costs 33 to 84 % of the speed of 8x4. So each thread has lines "
           f"of its own, as many as the {LINES} lines of the D-cache by these contexts. Neighbouring "
           "lanes of our kernels share a line. The loops of `line-walk` "
           "([workload-list.md](../../reference/workload-list.md#micro-benchmarks)) walk round and "
           "round such lines, with each load at the next. An IPC of one is that of V-A: nothing is "
           "waited for but memory. Merge stays as it is.")
    loops = OwnLines(runs)
    simds = ("4x2", "8x2", "8x4", "16x2", "32x1", "32x2")
    rows = [[kernel, CONTEXTS[kernel], LINES // CONTEXTS[kernel],
             *(f"{runs.speedup(kernel, static=simd):.2f} / {loops.speedup(kernel, static=simd):.2f}"
               for simd in simds)] for kernel in KERNELS]
    yield "Our kernel / the loop, speedup over four single-threaded cores:"
    yield Table(["kernel", "contexts", "lines", *simds], rows)
