# SPDX-License-Identifier: Apache-2.0
"""Robust SIMD: Dynamically Adapted SIMD Width and Multi-Threading Depth (IPDPS 2012), run here."""

from lanefold_studies.expectation import HALF, Expectation, Experiment
from lanefold_studies.page import Comparison
from .adaptation import cost, figure5, figure6, figure7
from .claims import claims
from .division import rules
from .likeness import closer_to_paper, footprints, likeness
from .measures import DWS, SPACE, Runs
from .papers_table import BEST_STATIC, BOTH, DIVIDED, OPTIMUM, ROBUST
from .space import figures2_and_8, half_the_cache, kernels, table3, what_is_as_in_the_paper

TITLE = "IPDPS'12: Robust SIMD"
LIKE = 32  # contexts of one warp of 32 lanes


def page(results):
    """The page, part by part."""
    runs = Runs(results)
    yield ("Sections III, VI and VII of the paper, by the runs of this study on `mv5-wpu` (table "
           "I). The kernels are those of table II, written anew, on smaller inputs. A fixed "
           "organisation is a WPU that is built with this width and depth. DWS is dynamic warp "
           "subdivision, at branches and at loads; RobustDWS adapts, too.")
    yield Comparison(headlines(runs))
    yield from likeness(runs)
    yield from footprints(runs)
    yield from kernels(runs)
    yield from figures2_and_8(runs)
    yield from table3(runs)
    yield from half_the_cache(runs)
    yield from what_is_as_in_the_paper(runs)
    yield from figure5(runs)
    yield from figure6(runs)
    yield from figure7(runs)
    yield from cost(runs)
    yield from rules(runs)
    yield from claims(runs)


def headlines(runs):
    """Table III's harmonic means, and what the paper concludes from them."""
    for what, place, (paper, _), ours, known in (
            ("best fixed organisation", "table III, row 3", BEST_STATIC, best_fixed, False),
            ("each kernel's best fixed one", "row 5", OPTIMUM, Runs.optimum, True),
            ("Robust SIMD, 32x1", "row 6", ROBUST, robust, True),
            ("DWS, 16x2", "row 7", DIVIDED, lambda one: one.average(static="16x2", **DWS), False),
            ("RobustDWS, 16x2", "row 8", BOTH, lambda one: one.average(robust="16x2", **DWS), True)):
        needs = ("has_space" if ours in (best_fixed, Runs.optimum) else
                 "has_subdivision" if "DWS" in what else None)
        yield Expectation(what, place, paper, ours(runs), 0.1 * paper,
                          closer_to_paper(runs, ours, needs=needs), open=known, unit="", digits=2)
    like = max(runs.average(static=simd) for simd in SPACE if contexts(simd) == LIKE)
    yield Expectation("Robust SIMD, 32x1, beyond the best fixed one", "VII-A", 0.17,
                      beyond(runs), 0.05,
                      (*closer_to_paper(runs, beyond, needs="has_space"),
                       Experiment(f"the best fixed one with {LIKE} contexts, as Robust SIMD has",
                                  robust(runs) / like - 1, HALF)))


def contexts(simd):
    """Threads of a WPU."""
    width, depth = map(int, simd.split("x"))
    return width * depth


def best_fixed(runs):
    """The organisation that is best for all kernels together."""
    return runs.average(static=runs.best("static"))


def robust(runs):
    """Robust SIMD from one warp of 32 lanes."""
    return runs.average(robust="32x1")


def beyond(runs):
    """What Robust SIMD gains beyond the best fixed organisation."""
    return robust(runs) / best_fixed(runs) - 1
