# SPDX-License-Identifier: Apache-2.0
"""Increasing Memory Miss Tolerance for SIMD Cores (SC 2009): its tables and figures, run here."""

from .blocking import figures4_and_5, table1, table3
from .experiments import beyond, claims, decides, limits, mechanism, patterns
from .measures import Runs
from .points import Points, operating_points
from .slipping import figure6, figure7, figure8, figures9_and_10

TITLE = "SC'09: increasing memory miss tolerance for SIMD cores"


def page(results):
    """The page, part by part."""
    runs = Runs(results)
    yield ("Section 8 of the paper, by the runs of this study on `manycore-dom` (section 7.2). The "
           "kernels are those of section 7.3, written anew, on smaller inputs: NL and LJ are lists "
           "of neighbours and forces in a liquid, SA the alignment of sequences in a suffix tree, "
           "RT path tracing, KM k-means, and GF a Gaussian filter. The chip is an eighth of the "
           "paper's, with an eighth of its bandwidth. The sampling period of the adaptive limit is "
           "1,000 cycles instead of 100,000, since these runs take millions of cycles and the "
           "paper's take billions.")
    loops = Points(runs)
    def figures(one):
        return (f"{one.mean_speedup('adaptive'):.2f}, {one.mean_scaling('adaptive', 2):.2f} and "
                f"{one.mean_scaling('adaptive', 4):.2f}")
    yield (f"In short: one, two and four warps that slip are {figures(runs)} times as fast as one that "
           "blocks; 3.14, 4.66 and 5.38 in the paper. Neighbouring lanes of our kernels share lines "
           "and miss together. Loops whose lanes miss independently, as often as table 3's kernels, "
           f"have {figures(loops)} on the same machine. So the mechanism does what the paper says, "
           "for programs that table 3 describes and ours are not.")
    yield from table1()
    yield from table3(runs)
    yield from operating_points(runs)
    yield from figures4_and_5(runs)
    yield from figure6(runs)
    yield from figure7(runs)
    yield from figure8(runs)
    yield from figures9_and_10(runs)
    yield from patterns(runs)
    yield from limits(runs)
    yield from decides(runs)
    yield from mechanism(runs)
    yield from beyond(runs)
    yield from claims(runs)
