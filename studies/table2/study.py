# SPDX-License-Identifier: Apache-2.0
"""ISCA'13, section 5.2: the micro-benchmark whose branches have chosen masks."""

from lanefold_studies.expectation import Expectation
from lanefold_studies.page import Comparison, Plot, Table

TITLE = "ISCA'13, table 2 and figure 8: branches with chosen masks"

# Benefits in parts of what no optimisation takes, each beyond those before it. An empty cell of the
# table is 0.
PAPER = {1: {"scc": 0.5}, 2: {"scc": 0.75}, 3: {"bcc": 0.5, "scc": 0.25},
         4: {"ivb": 0.5, "bcc": 0.25}}
NAMES = {"ivb": "Ivy Bridge optimisation", "bcc": "BCC beyond it", "scc": "SCC beyond both"}
# Run times relative to a branch that all lanes take: as measured (figure 8), and as section 5.2 says
# of optimisations that the hardware does not have.
FIGURE_8 = {"FFFF": 1.0, "F0F0": 2.0, "00FF": 1.0, "FF0F": 1.5, "AAAA": 2.0}
WOULD = {"F0F0": "bcc", "AAAA": "scc"}


def table2(results, measured):
    """What each policy saves beyond the one before, by level of nesting; `measured` is a statistic,
    in which {} stands for the policy."""
    for level, paper in PAPER.items():
        values = {policy: results.one(level=level, compaction=policy)[measured.format(policy)]
                  for policy in ("none", *NAMES)}
        for before, policy in zip(values, NAMES):
            yield Expectation(f"L{level}: {NAMES[policy]}", "table 2", paper.get(policy, 0.0),
                              (values[before] - values[policy]) / values["none"], tolerance=0.03, sized=True)


def relative_time(results, mask, policy):
    """The run time relative to that of a branch that all lanes take."""
    cycles = [results.one(mask=one, compaction=policy)["counters.cycles"] for one in (mask, "FFFF")]
    return cycles[0] / cycles[1]


def figure8(results):
    """The times of the figure, and those that the text expects."""
    for mask, paper in FIGURE_8.items():
        yield Expectation(f"0x{mask}, Ivy Bridge", "figure 8", paper,
                          relative_time(results, mask, "ivb"), 0.03, sized=True, unit="", digits=2)
    for mask, policy in WOULD.items():
        yield Expectation(f"0x{mask}, {policy.upper()}", "section 5.2", 1.0,
                          relative_time(results, mask, policy), 0.05, sized=True, unit="", digits=2)


def page(results):
    """The page, part by part."""
    masks = results.axis("mask")
    times = {policy: [relative_time(results, mask, policy) for mask in masks] for policy in NAMES}
    yield ("The 2^n paths of n nested branches share the 16 lanes of a warp out among them, and each "
           "path does the same work. Benefits are parts of the run time without compaction, each "
           "beyond those before it.")
    yield Comparison(list(table2(results, "counters.cycles")))
    yield "The same in EU cycles:"
    yield Comparison(list(table2(results, "policies.{}.eu_cycles")))
    yield ("Two paths share the lanes out by a mask. Run times are relative to a branch that all "
           "lanes take (0xFFFF).")
    yield Comparison(list(figure8(results)))
    yield Table(["policy", *(f"0x{mask}" for mask in masks)],
                [[policy, *(f"{time:.2f}" for time in times[policy])] for policy in NAMES])
    yield Plot("figure8", "Run time by mask of the branch, relative to 0xFFFF",
               [f"0x{mask}" for mask in masks], times, "relative run time", unit="")
