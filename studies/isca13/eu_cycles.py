# SPDX-License-Identifier: Apache-2.0
"""Figures 3, 9 and 10 of ISCA'13, and what it could not show: other widths and operands."""

from lanefold_studies.expectation import Expectation, Experiment
from lanefold_studies.page import Comparison, Plot, Table, percent
from .measures import COHERENT, TRACED, mean

CLASSES = ["1-4", "5-8", "9-12", "13-16"]
# No run closes these: the paper's programs and inputs are not public, and ours are others.
OPEN = ("most, SCC", "traces: most, SCC", "face detection, SCC", "average EU cycles, BCC")
STACK = "lanes that join by a stack of post-dominators"
OWN_16 = "code of Intel's compiler for the EU, SIMD16"
OWN = "code of Intel's compiler for the EU, at the width that it chooses"


def figure3(masks):
    """SIMD efficiency of all kernels."""
    kernels = sorted(masks.kernels, key=masks.efficiency, reverse=True)
    coherent = [kernel for kernel in kernels if masks.efficiency(kernel) >= COHERENT]
    yield "## Figure 3: SIMD efficiency\n"
    yield (f"{len(coherent)} of {len(kernels)} kernels are coherent: at least "
           f"{percent(COHERENT, 0)} of their lanes are active. Ambient occlusion runs as SIMD8, as "
           "in the paper (5.3), everything else as SIMD16.")
    yield Plot("figure3", "SIMD efficiency of all kernels", kernels,
               {"SIMD efficiency": [masks.efficiency(kernel) for kernel in kernels]},
               "active lanes", y_limits=(0, 100))


def figure9(masks):
    """How many lanes are active in ALU instructions of divergent kernels."""
    kernels = masks.divergent()
    parts = {}
    for name in CLASSES:
        counts = [masks.row(kernel)["active_lane_classes"] for kernel in kernels]
        parts[f"{name} lanes"] = [count.get(name, 0) / sum(count.values()) for count in counts]
    yield "## Figure 9: active lanes of divergent kernels\n"
    yield Plot("figure9", "ALU instructions by number of active lanes", kernels, parts,
               "instructions", kind="stack", y_limits=(0, 100))


def figure10(masks, others):
    """EU cycles saved."""
    kernels = masks.divergent()
    bcc = [masks.saving(kernel, "bcc") for kernel in kernels]
    scc = [masks.saving(kernel, "scc") for kernel in kernels]
    yield "## Figure 10: EU cycles saved\n"
    yield "Savings are beyond the Ivy Bridge optimisation, as everywhere in the paper."
    yield Plot("figure10", "EU cycles saved in divergent kernels", kernels,
               {"BCC": bcc, "SCC beyond BCC": [more - less for less, more in zip(bcc, scc)]},
               "EU cycles saved", kind="stack")
    beyond = sum(more - less > 0.01 for less, more in zip(bcc, scc)) / len(kernels)
    yield Comparison([
        *(eu_cycles(masks, others, kernels, *row) for row in (
            ("most, SCC", "abstract, table 4", 0.42, max, "scc", 0.05),
            ("most, BCC", "table 4", 0.36, max, "bcc", 0.05),
            ("average, SCC", "section 7: 20 %", 0.20, mean, "scc", 0.03),
            ("average, BCC, execution", "table 4", 0.18, mean, "bcc", 0.03),
            ("average, SCC, execution", "table 4", 0.24, mean, "scc", 0.03))),
        Expectation("kernels in which SCC gains beyond BCC", "5.3: 23 of 29", 23 / 29, beyond, 0.1,
                    sized=True)])
    rows = [[name, *(percent(mean(one.saving(kernel, policy) for kernel in kernels))
                     for policy in ("bcc", "scc"))]
            for name, one in (("ranks (`wto`, the default)", masks),
                              ("a stack of post-dominators (`ipdom`)", others[STACK]))]
    yield "Where lanes join again decides how many are idle. Averages over the same kernels:"
    yield Table(["lanes join by", "BCC", "SCC"], rows)
    yield (f"The paper has path tracing, rigid bodies and face detection as traces only. The kernels "
           f"of these kinds are {', '.join(TRACED)}; a trace of a kernel replays to exactly the "
           "same cycles as its run (docs/how-to/traces.md).")
    yield Comparison([eu_cycles(masks, others, *row) for row in (
        (TRACED, "traces: most, BCC", "table 4", 0.31, max, "bcc", 0.05),
        (TRACED, "traces: most, SCC", "table 4", 0.42, max, "scc", 0.05),
        (["face-detection"], "face detection, SCC", "5.3: around 30 %", 0.30, max, "scc", 0.05))])


def eu_cycles(masks, others, kernels, what, place, paper, of_all, policy, tolerance):
    """EU cycles saved in these kernels: `of_all` is their most or their mean. `others` are runs that
    differ in what their name says. Some lack a kernel: the most is of no use without the kernel that
    has it."""
    def saved(one):
        return of_all(one.saving(kernel, policy) for kernel in one.among(kernels))
    most = max(kernels, key=lambda kernel: masks.saving(kernel, policy))
    row = Expectation(what, place, paper, saved(masks), tolerance,
                      tuple(Experiment(change, saved(one)) for change, one in others.items()
                            if of_all is mean or most in one.among(kernels)))
    row.open = what in OPEN
    return row


def beyond_the_paper(masks, times):
    """Widths, operands, and what is possible."""
    kernels = masks.divergent("simd16")
    yield "## What the paper could not show\n"
    yield ("Wider warps diverge more (5.4 expects it), and operands decide how many lanes an ALU of "
           "128 bits takes in a cycle: eight of 16 bits, four of 32, two of 64.")
    ideal = mean(times.row(kernel, "scc", "dc1")["policies.scc.part_of_ideal"]
                 for kernel in times.kernels("dc1") if kernel in kernels)
    yield (f"In the width of the paper, SCC saves {percent(ideal)} of what ALU cycles that are "
           "always full would save.")
    rows = []
    for warp, operand in [("simd8", "bits32"), ("simd16", "bits32"), ("simd32", "bits32"),
                          ("simd64", "bits32"), ("simd16", "bits16"), ("simd16", "bits64")]:
        bcc, scc = ([masks.saving(kernel, policy, warp, operand) for kernel in kernels]
                    for policy in ("bcc", "scc"))
        efficiency = mean(masks.efficiency(kernel, warp) for kernel in kernels)
        rows.append([warp.upper(), operand.removeprefix("bits"),
                     *map(percent, (efficiency, mean(bcc), mean(scc), max(scc)))])
    yield Table(["warp", "bits of operands", "SIMD efficiency", "BCC, average", "SCC, average",
                 "SCC, most"], rows)
    yield Plot("widths", "EU cycles saved by SCC, by width of the warp", kernels,
               {warp.upper(): [masks.saving(kernel, "scc", warp) for kernel in kernels]
                for warp in ("simd8", "simd16", "simd32", "simd64")}, "EU cycles saved")
