# SPDX-License-Identifier: Apache-2.0
"""SIMD Divergence Optimization through Intra-Warp Compaction (ISCA 2013): its figures, run here."""

from table2.study import page as micro_benchmark

from .eu_cycles import OWN, OWN_16, STACK, beyond_the_paper, figure3, figure9, figure10
from .measures import EuTimes, Masks, OwnCode, Times
from .own_code import own_code, own_code_in_time
from .times import claims, coherent, equal_register_file, figure11, figure12, in_the_way, table4

TITLE = "ISCA'13: SIMD divergence optimization through intra-warp compaction"

OBJECTIONS = """## What a reviewer of the paper would still object to

- Figures are of RISC-V code unless they say otherwise. It has no predication, selects floats by branches, mixes no
  widths, and executes in all lanes what an EU does once as SIMD1. Addresses take instructions that an EU's messages do
  not. The EU's own code stands beside it; it is that of Gen8, and of a later compiler than the paper's.
- The programs are of the same kinds as the paper's, not the same programs, and their inputs are smaller.
- Pipe depths, queues, memory latency and the data cluster's queues are assumed (docs/method/modelling.md says which), since the
  paper does not give them. GPGenSim was correlated with hardware. This model was correlated with the paper's
  micro-benchmarks only.
- Operands never conflict in the register file's banks (4.3, option 2), which is idealised.
"""


def page(results):
    """The page, part by part."""
    masks, times, eu_times = Masks(results), Times(results), EuTimes(results)
    stack = Masks(results, "post_dominators")
    codes = {code: OwnCode(results, code) for code in ("own", "simd8", "simd16", "simd32")}
    others = {STACK: stack, OWN_16: codes["simd16"], OWN: codes["own"]}
    yield ("Every figure of the paper's evaluation, by the runs of this study on `ivb-eu` (table 3). "
           "`paper` is what the paper says, at the place that is named.")
    yield from figure3(masks)
    yield from figure9(masks)
    yield from figure10(masks, others)
    yield from own_code(masks, codes)
    yield "## Table 2 and figure 8: the micro-benchmark\n"
    yield from micro_benchmark(results.select(program="divergence-pattern"))
    yield from figure11(times, masks, eu_times)
    yield from figure12(times, masks, others)
    yield from table4(times, masks, eu_times)
    yield from own_code_in_time(times, masks, eu_times, codes)
    yield from coherent(times, masks)
    yield from claims(times, masks)
    yield from in_the_way(times, masks)
    yield from equal_register_file(times)
    yield from beyond_the_paper(masks, times)
    yield OBJECTIONS
