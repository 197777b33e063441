# SPDX-License-Identifier: Apache-2.0
"""Figures 11 and 12 and table 4 of ISCA'13: run times."""

from lanefold_studies.expectation import HALF, Expectation, Experiment
from lanefold_studies.page import Comparison, Plot, Table, percent
from .eu_cycles import OWN, eu_cycles
from .measures import RAYS, RODINIA, mean, saved

# What stands between EU cycles and run time.
RELAXED = ("any number of lines a cycle, a perfect L3, twice the threads and two instructions in every "
           "cycle", {"memory": "any_lines_perfect_l3", "threads": "twelve", "issue_period": 1})
NO_LOADS = "collatz"
OPEN_TIMES = (("dc2", "scc", "most"),)


def without_limits(times, kernels, policy, figure):
    """A figure of what a policy saves of the kernels' times without limits: of those that were run
    so, which are all that are divergent at the size of the page."""
    change, limits = RELAXED
    return Experiment(change, figure([times.saving(kernel, policy, **limits) for kernel in kernels
                                      if times.has(kernel, **limits)]), HALF)


def part_that_arrives(times, kernels, memory="dc2", **more):
    """Of the EU cycles that SCC saves of these kernels, the part that it saves of their time."""
    in_time, of_cycles = (sum(times.saving(kernel, "scc", memory, path, **more)
                              for kernel in kernels)
                          for path in ("counters.cycles", "counters.eu_cycles"))
    return in_time / of_cycles


def in_own_code(eu_times, kernels, policy, memory, figure):
    """A figure of what a policy saves of the times of the EU's own code, of those kernels that were
    run so."""
    gains = [eu_times.saving(kernel, policy, memory) for kernel in kernels
             if eu_times.has(kernel, memory)]
    return (Experiment(OWN, figure(gains), HALF),) if gains else ()


def figure11(times, masks, eu_times):
    """Ray tracing."""
    kernels = [kernel for kernel in times.kernels("dc2") if kernel.startswith(RAYS)]
    yield "## Figure 11: ray tracing\n"
    rows = []
    for kernel in kernels:
        eu = masks.saving(kernel, "scc")
        gains = [times.saving(kernel, policy, memory) for memory in ("dc1", "dc2")
                 for policy in ("bcc", "scc")]
        rows.append([kernel, *(percent(gain) for gain in gains), percent(masks.saving(kernel, "bcc")),
                     percent(eu), percent(gains[3] / eu, 0),
                     *(f"{times.lines_per_cycle(kernel, memory):.2f}" for memory in ("dc1", "dc2"))])
    yield Table(["kernel", "DC1, BCC", "DC1, SCC", "DC2, BCC", "DC2, SCC", "EU cycles, BCC",
                 "EU cycles, SCC", "SCC's part that arrives with DC2", "lines a cycle, DC1",
                 "lines a cycle, DC2"], rows)
    yield Plot("figure11", "Run time saved by SCC in ray tracing", kernels,
               {"DC1": [times.saving(kernel, "scc", "dc1") for kernel in kernels],
                "DC2": [times.saving(kernel, "scc", "dc2") for kernel in kernels],
                "EU cycles": [masks.saving(kernel, "scc") for kernel in kernels]}, "saved")
    eu_cycles_saved = sum(masks.saving(kernel, "scc") for kernel in kernels)
    def share(savings):
        return sum(savings) / eu_cycles_saved
    own = Experiment(OWN, part_that_arrives(eu_times, kernels))
    yield Comparison([
        Expectation("part of the EU cycles that DC2 turns into time", "5.4: almost 90 %", 0.9,
                    share([times.saving(kernel, "scc", "dc2") for kernel in kernels]), 0.1,
                    (own, without_limits(times, kernels, "scc", share))),
        Expectation("lines a cycle with DC2, at most", "5.4: never above two", (None, 2.0),
                    max(times.lines_per_cycle(kernel, "dc2") for kernel in kernels), unit="",
                    digits=2)])


def figure12(times, masks, others):
    """The kernels of Rodinia."""
    yield "## Figure 12: a perfect L3\n"
    memories = ["dc1", "dc1_perfect_l3", "dc2", "dc2_perfect_l3"]
    yield Table(["SCC saves of", *memories, "EU cycles"],
                [[kernel, *(percent(times.saving(kernel, "scc", memory)) for memory in memories),
                  percent(masks.saving(kernel, "scc"))] for kernel in RODINIA])
    yield Plot("figure12", "Run time saved by SCC", RODINIA,
               {memory: [times.saving(kernel, "scc", memory) for kernel in RODINIA]
                for memory in ("dc2", "dc2_perfect_l3")}
               | {"EU cycles": [masks.saving(kernel, "scc") for kernel in RODINIA]}, "saved")
    yield Comparison([
        Expectation("bfs on today's L3", "5.4: no benefit", 0.0, times.saving("bfs", "scc", "dc1"),
                    0.02, sized=True),
        Expectation("bfs gains by a perfect L3 with DC2", "5.4: some improvement", (0.0, None),
                    times.saving("bfs", "scc", "dc2_perfect_l3")
                    - times.saving("bfs", "scc", "dc2")),
        *(eu_cycles(masks, others, RODINIA, f"average EU cycles, {policy.upper()}", "5.4", paper,
                    mean, policy, 0.03) for policy, paper in (("bcc", 0.18), ("scc", 0.21)))])


def table4(times, masks, eu_times):
    """The summary."""
    divergent = set(masks.divergent())
    yield "## Table 4: run time\n"
    yield ("The paper's DC1 also has the smaller L3 and last-level cache \"of today\", whose sizes it "
           "does not give. The row of half caches has 64 KB and 1 MB instead of table 3's 128 KB and "
           "2 MB (assumed).")
    expectations = []
    for memory, label, bcc, scc in [("dc1", "DC1", (0.21, 0.05), (0.21, 0.07)),
                                    ("dc1_half_caches", "DC1, half caches", (0.21, 0.05), (0.21, 0.07)),
                                    ("dc2", "DC2", (0.28, 0.12), (0.36, 0.18))]:
        kernels = [kernel for kernel in times.kernels(memory) if kernel in divergent]
        for policy, (most, average) in (("bcc", bcc), ("scc", scc)):
            gains = [times.saving(kernel, policy, memory) for kernel in kernels]
            others = [gain for kernel, gain in zip(kernels, gains) if kernel != NO_LOADS]
            expectations += [
                Expectation(f"{label}, {policy.upper()}, {which}", "table 4", paper, of_all(gains),
                            0.03, (without_limits(times, kernels, policy, of_all),
                                   *in_own_code(eu_times, kernels, policy, memory, of_all),
                                   Experiment(f"without {NO_LOADS}, whose loop loads nothing",
                                              of_all(others), HALF)),
                            open=(memory, policy, which) in OPEN_TIMES)
                for which, paper, of_all in (("most", most, max), ("average", average, mean))]
    yield Comparison(expectations)


def coherent(times, masks):
    """Nothing is lost."""
    divergent = set(masks.divergent())
    kernels = [kernel for kernel in times.kernels("dc1") if kernel not in divergent]
    yield "## Coherent kernels\n"
    worst = min(times.saving(kernel, policy, "dc1") for kernel in kernels
                for policy in ("bcc", "scc"))
    yield Comparison([Expectation(f"least saved of {len(kernels)} coherent kernels",
                                  "5.4: no adverse impact", (0.0, None), worst, 0.01)])


def claims(times, masks):
    """What holds whatever the programs are."""
    eu = [masks.saving(kernel, better, warp, base=worse) for kernel in masks.kernels
          for warp in ("simd8", "simd16", "simd32", "simd64")
          for worse, better in (("none", "ivb"), ("ivb", "bcc"), ("bcc", "scc"))]
    yield "## What must hold\n"
    yield ("No policy takes more EU cycles than the one before it (none, Ivy Bridge, BCC, SCC), in any "
           "kernel at any width, and none takes more time on average. One kernel may take up to five "
           "percent longer: warps that save cycles send their lines in another order, and work-groups "
           "end on other EUs, which moves the end of the last one.")
    yield Comparison([
        Expectation("least EU cycles saved by the next policy", "4.2: SCC subsumes BCC", (0.0, None),
                    min(eu)),
        *(expectation for worse, better in (("ivb", "bcc"), ("bcc", "scc"))
          for memory in ("dc1", "dc2")
          for expectation in never_slower(times, worse, better, memory))])


def never_slower(times, worse, better, memory):
    """What the better policy saves of the run times, on average and at least."""
    savings = {kernel: saved(times.row(kernel, worse, memory), times.row(kernel, better, memory))
               for kernel in times.kernels(memory)}
    least = min(savings, key=savings.get)
    what = f"run time saved by {better.upper()} beyond {worse.upper()}, {memory.upper()}"
    place = "5.4: no adverse impact"
    yield Expectation(f"{what}, average", place, (0.0, None), mean(savings.values()))
    yield Expectation(f"{what}, least: {least}", place, (0.0, None), savings[least], 0.05)


LIMITS = [("DC2 (table 3)", "dc2", "six", 2), ("twice the threads", "dc2", "twelve", 2),
          ("any number of lines a cycle", "any_lines", "six", 2),
          ("the same, twice the threads", "any_lines", "twelve", 2),
          ("any number of lines, perfect L3", "any_lines_perfect_l3", "six", 2),
          ("the same, twice the threads", "any_lines_perfect_l3", "twelve", 2),
          ("the same, two instructions in every cycle", "any_lines_perfect_l3", "twelve", 1)]


def in_the_way(times, masks):
    """What keeps a saving from arriving."""
    runs = [("rt-pr-spheres", "simd16"), ("rt-ao-spheres", "simd16"), ("rt-ao-spheres", "simd8")]
    eu_cycles = [masks.saving(kernel, "scc", warp) for kernel, warp in runs]
    gains = [[times.saving(kernel, "scc", memory, warp=warp, threads=threads, issue_period=period)
              for kernel, warp in runs] for _, memory, threads, period in LIMITS]
    rows = [[name, *map(percent, row)] for (name, *_), row in zip(LIMITS, gains)]
    yield "## What is in the way\n"
    yield "SCC's saving of run time as limits fall:"
    yield Table(["limits", *(f"{kernel}, {warp.upper()}" for kernel, warp in runs)],
                [*rows, ["EU cycles", *map(percent, eu_cycles)]])
    parts = ", ".join(percent(ours / eu, 0) for ours, eu in zip(gains[-1], eu_cycles))
    yield (f"Without these limits {parts} of the EU cycles' saving arrive. SIMD16 lacks lines per "
           "cycle and threads that cover latencies. SIMD8 lacks issue bandwidth: an instruction of "
           "eight lanes takes two cycles at most, and the front end issues one per cycle, whatever "
           "SCC saves. Section 4.3 warns of it. A RISC-V program issues more instructions for the "
           "same work than an EU's, whose messages need no address arithmetic.")


def equal_register_file(times):
    """Nothing of the gains comes from the register file."""
    kernels = ["rt-pr-spheres", "rt-ao-spheres", "bfs", "n-queens"]
    yield "## The register file\n"
    yield ("Each policy has the register file that the paper builds for it. With SCC's file for all, "
           "the savings of SCC are the same:")
    rows = [[kernel, *(percent(times.saving(kernel, "scc", "dc2", warp="simd16", register_file=file))
                       for file in ("auto", "scc"))] for kernel in kernels]
    yield Table(["DC2, SIMD16", "own register files", "the same"], rows)
