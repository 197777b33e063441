# SPDX-License-Identifier: Apache-2.0
"""Compaction, Diverge on Miss and Robust SIMD together on one machine, which no paper shows."""

from .claims import claims
from .gains import machines, slots, workloads
from .measures import ALL, SINGLE, Runs, average, named
from .pairs import findings, misses, policies

TITLE = "Compaction, Diverge on Miss and Robust SIMD together"

INTRODUCTION = """Each paper shows its own mechanism: ISCA'13 compaction (SCC here, instead of \
none or, on `ivb-eu`, of `ivb`), SC'09 lanes that slip (`core.on_miss=slip` instead of `block`), \
and IPDPS'12 width and depth that adapt (`core.adaptation.strategy=dwrep` instead of slices that \
are whole warps). Here all three are on one machine, alone and together. Gains are ratios of run \
times. \
Where two mechanisms have nothing to do with each other, their gains multiply. So **survival** is \
the gain together divided by the product of the gains alone: 1 where they leave each other alone, \
less where one takes from the other, more where one helps the other."""

MACHINES = """`quad` is a WPU of `mv5-wpu` with two warps of 32 lanes on ALUs of four lanes, on a \
quarter of that chip: its L2, memory and crossbar. There, all three have something to do. A warp \
takes eight ALU cycles, of which compaction skips some. A narrow slice takes those of its own quads \
under any compaction and without one, here and on `ivb-eu`. The private cache has the values of some lanes before those of \
others, and two warps do not hide the rest. A search has 64 threads to divide; launches too small to \
search get whole warps. The other machines are those of the papers. `manycore-dom` is the eighth that \
the study of SC'09 uses. The limit of slip adapts, with a period of 1,000 cycles."""


def page(results):
    """The page, part by part."""
    runs = Runs(results)
    what, programs = runs.averaged()
    alone = [average(lambda one: runs.gain(one, "quad", using), programs) for using in SINGLE]
    together = average(lambda one: runs.gain(one, "quad", ALL), programs)
    survival = average(lambda one: runs.survival(one, "quad"), programs)
    yield INTRODUCTION
    yield MACHINES
    yield (f"In short, on `quad` in {what}: "
           + ", ".join(f"{named(using)} {gain:.2f}" for using, gain in zip(SINGLE, alone))
           + f" alone, and {together:.2f} together, geometric means. Survival is {survival:.2f}.")
    yield from findings(runs)
    yield from machines(runs)
    yield from workloads(runs)
    yield from policies(runs)
    yield from misses(runs, [miss for miss in results.axis("miss") if miss != "slip-0"])
    yield from slots(runs)
    yield from claims(runs)
