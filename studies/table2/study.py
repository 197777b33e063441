# SPDX-License-Identifier: Apache-2.0
"""ISCA'13, section 5.2: the micro-benchmark whose branches have chosen masks."""

from lanefold_studies.page import Comparison, Expectation, Plot, Table

TITLE = "ISCA'13, table 2 and figure 8: branches with chosen masks"

# Benefits in parts of the EU cycles without any optimisation, each beyond those before it. An empty
# cell of the table is 0.
PAPER = {1: {"ivb": 0.0, "bcc": 0.0, "scc": 0.5},
         2: {"ivb": 0.0, "bcc": 0.0, "scc": 0.75},
         3: {"ivb": 0.0, "bcc": 0.5, "scc": 0.25},
         4: {"ivb": 0.5, "bcc": 0.25, "scc": 0.0}}
NAMES = {"ivb": "Ivy Bridge optimisation", "bcc": "BCC beyond it", "scc": "SCC beyond both"}
POLICIES = ("none", *NAMES)
OUTSIDE = "the instructions outside the paths have all lanes active"
LATENCY = ("a path is one chain of dependent operations: so few warps do not cover their latency "
           "when an instruction takes two cycles")
# Masks that take the time of a branch that all lanes take, the policy, and what says so.
AS_FAST_AS_FFFF = {"00FF": ("ivb", "section 5.2, figure 8"), "F0F0": ("bcc", "section 5.2"),
                   "AAAA": ("scc", "table 2, L1")}


def eu_cycles(row):
    """Of each policy, in parts of the cycles without compaction."""
    return {policy: row[f"policies.{policy}.eu_cycles"] / row["policies.none.eu_cycles"]
            for policy in POLICIES}


def table2(results):
    """What each policy saves beyond the one before, by level of nesting."""
    for level, paper in PAPER.items():
        ours = eu_cycles(results.one(level=level))
        for before, policy in zip(POLICIES, NAMES):
            yield Expectation(f"L{level}: {NAMES[policy]}", "table 2", paper[policy],
                              ours[before] - ours[policy], tolerance=0.01, reason=OUTSIDE)


def relative_time(results, mask, policy, warps):
    """The run time relative to that of a branch that all lanes take."""
    return (results.one(mask=mask, compaction=policy, warps=warps)["counters.cycles"]
            / results.one(mask="FFFF", compaction=policy, warps=warps)["counters.cycles"])


def figure8(results):
    """The times that the text names."""
    for mask, (policy, place) in AS_FAST_AS_FFFF.items():
        for warps in results.axis("warps"):
            yield Expectation(f"0x{mask} under {policy}, {warps} warps", place, 1.0,
                              relative_time(results, mask, policy, warps), tolerance=0.05,
                              reason=LATENCY, unit="", digits=2)


def page(results):
    """The page, part by part."""
    levels = results.axis("level")
    cycles = [eu_cycles(results.one(level=level)) for level in levels]
    masks = results.axis("mask")
    most = max(results.axis("warps"))
    times = {policy: [relative_time(results, mask, policy, most) for mask in masks]
             for policy in NAMES}
    yield ("The 2^n paths of n nested branches share the 16 lanes of a warp out among them, and "
           "each path does the same work. Benefits are parts of the EU cycles without compaction.")
    yield Comparison(list(table2(results)))
    yield Plot("table2", "EU cycles by level of nesting, relative to no compaction",
               [f"L{level}" for level in levels],
               {policy: [one[policy] for one in cycles] for policy in POLICIES}, "EU cycles")
    yield ("Two paths share the lanes out by a mask. Run times are relative to a branch that all "
           "lanes take (0xFFFF). `ivb-eu` has 6 warps in each EU.")
    yield Comparison(list(figure8(results)))
    yield f"All masks, with {most} warps:"
    yield Table(["policy", *(f"0x{mask}" for mask in masks)],
                [[policy, *(f"{time:.2f}" for time in times[policy])] for policy in NAMES])
    yield Plot("figure8", f"Run time by mask of the branch, relative to 0xFFFF, {most} warps",
               [f"0x{mask}" for mask in masks], times, "relative run time", unit="")
