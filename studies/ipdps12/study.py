# SPDX-License-Identifier: Apache-2.0
"""Robust SIMD: Dynamically Adapted SIMD Width and Multi-Threading Depth (IPDPS 2012), run here."""

from lanefold_studies.page import Comparison, Expectation
from .adaptation import cost, figure5, figure6, figure7
from .claims import claims
from .division import rules
from .measures import DWS, Runs
from .space import figures2_and_8, kernels, reasons, smaller_caches, table3

TITLE = "IPDPS'12: Robust SIMD"
SPACE = "loads diverge less often than the paper's: see the reasons below"


def page(results):
    """The page, part by part."""
    runs = Runs(results)
    static = runs.average(static=runs.best("static"))
    yield ("Sections III, VI and VII of the paper, by the runs of this study on `mv5-wpu` (table "
           "I). The kernels are those of table II, written anew, on smaller inputs. A fixed "
           "organisation is a WPU that is built with this width and depth. DWS is dynamic warp "
           "subdivision, at branches and at loads; RobustDWS adapts, too.")
    yield Comparison([
        Expectation("best fixed organisation", "table III, row 3", 3.47, static, 0.35, SPACE, "",
                    2),
        Expectation("each kernel's best fixed one", "row 5", 4.15, runs.optimum(), 0.42, SPACE, "",
                    2),
        Expectation("Robust SIMD, 32x1", "row 6", 4.07, runs.average(robust="32x1"), 0.41, SPACE,
                    "", 2),
        Expectation("DWS, 16x2", "row 7", 4.14, runs.average(static="16x2", **DWS), 0.41, SPACE,
                    "", 2),
        Expectation("RobustDWS, 16x2", "row 8", 4.27, runs.average(robust="16x2", **DWS), 0.43,
                    SPACE, "", 2),
        Expectation("Robust SIMD, 32x1, beyond the best fixed one", "VII-A", 0.17,
                    runs.average(robust="32x1") / static - 1, 0.05, SPACE)])
    yield from kernels(runs)
    yield from figures2_and_8(runs)
    yield from table3(runs)
    yield from reasons(runs)
    yield from figure5(runs)
    yield from figure6(runs)
    yield from figure7(runs)
    yield from cost(runs)
    yield from rules(runs)
    yield from smaller_caches(runs)
    yield from claims(runs)
