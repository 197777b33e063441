# SPDX-License-Identifier: Apache-2.0
"""What decides how much Diverge on Miss gains, and what SC'09 could not show."""

from statistics import geometric_mean

from lanefold_studies.expectation import Expectation, Experiment
from lanefold_studies.page import Comparison, Table, percent
from .measures import BANDWIDTH, KERNELS

PATTERNS = {"one-load": "one load", "three-loads": "three loads",
            "common-load": "one load, and one that all lanes miss"}
MISSES = {"rarely": "1.6 %", "sometimes": "5.0 %", "often": "20.0 %"}


def patterns(runs):
    """Loops of which we know all."""
    yield "## What decides\n"
    yield ("These are loops of [miss_pattern.cl](../../../studies/sc09/miss_pattern.cl) with one "
           "warp, in which each lane misses by chance in a part of its loads:")
    yield Table(["speedup, loads in a round", *(f"limit {limit}, {rate} miss" for limit in
                                                ("64", "adaptive") for rate in MISSES.values())],
                [[name, *(f"{runs.speedup(case, miss, missing=missing):.2f}"
                          for miss in ("slip-64", "adaptive") for missing in MISSES)]
                 for case, name in PATTERNS.items()])
    yield ("Three loads in a round spread the lanes over more places than the table has entries. A "
           "load that misses for all running lanes is not divergent (4.1): lanes that were left "
           "behind elsewhere run meanwhile, if their values have come.")


def limits(runs):
    """What no way to hide latency can pass."""
    yield ("Neighbouring lanes touch the same lines, and the lane that comes first misses for all. "
           "The first row has loads at which a lane of a blocking warp misses, over those at which "
           "its most missing lane does: what is gained if no lane waits for another and lanes that "
           "run apart miss as often. It is no bound, since they can miss less. The second row is "
           "blocking with memory that answers after one cycle.")
    yield Table(["speedup with one warp", *KERNELS],
                [["if no lane waited for another",
                  *(f"{runs.bound(kernel):.2f}" for kernel in KERNELS)],
                 ["blocking, memory without latency",
                  *(f"{runs.hidden(kernel):.2f}" for kernel in KERNELS)],
                 ["adaptive slip", *(f"{runs.speedup(kernel, 'adaptive'):.2f}"
                                     for kernel in KERNELS)]])
    yield ("With 16 warps there is less to hide, and lanes that run apart need more passes of the "
           "pipeline:")
    wide = {"warps": 16}
    yield Table(["16 warps", *KERNELS],
                [["speedup by memory without latency",
                  *(f"{runs.hidden(kernel, **wide):.2f}" for kernel in KERNELS)],
                 ["cycles in which a core issues, blocking",
                  *(percent(runs.issue_slots(kernel, 16)) for kernel in KERNELS)],
                 ["bandwidth in use, blocking",
                  *(percent(runs.gigabytes_per_second(kernel, 16) / BANDWIDTH)
                    for kernel in KERNELS)],
                 ["warp instructions of adaptive slip, relative",
                  *(f"{runs.passes(kernel, **wide):.2f}" for kernel in KERNELS)],
                 ["adaptive slip", *(f"{runs.speedup(kernel, 'adaptive', **wide):.2f}"
                                     for kernel in KERNELS)]])


def decides(runs):
    """One change at a time, with one warp."""
    def speedups(miss="adaptive", **more):
        return [runs.cycles(kernel, "block") / runs.cycles(kernel, miss, **more)
                for kernel in KERNELS]
    rows = [("as it is", speedups()), ("a period of 4,000 cycles", speedups("adaptive-4000")),
            ("a period of 16,000 cycles", speedups("adaptive-16000")),
            ("each kernel's best fixed limit",
             [runs.speedup(kernel, runs.best_fixed(kernel, 1)) for kernel in KERNELS]),
            ("late lanes gathered at loop exits", speedups("at-loop-exits")),
            ("1 entry in the table", speedups(entries=1)),
            *((f"{entries} entries", speedups(entries=entries)) for entries in (4, 8)),
            ("post-dominators for both",
             [runs.speedup(kernel, "adaptive", joins="ipdom") for kernel in KERNELS])]
    yield "Speedup of adaptive slip in the kernels with one warp, one thing changed at a time:"
    yield Table(["", *KERNELS, "mean"],
                [[name, *(f"{value:.2f}" for value in values), f"{geometric_mean(values):.2f}"]
                 for name, values in rows])
    unsorted = [f"{runs.speedup(f'{kernel}-unsorted', 'adaptive'):.2f}" for kernel in ("NL", "LJ")]
    whole = [f"{runs.speedup(kernel, 'adaptive', chip='whole'):.2f}" for kernel in ("LJ", "GF")]
    yield Table(["", "NL", "LJ", "GF"],
                [["particles without an order in memory", *unsorted, ""],
                 ["the whole chip, on the same input", "", *whole]])


def mechanism(runs):
    """How the lanes move."""
    yield "## How lanes slip\n"
    yield ("Adaptive slip with one warp. The Gaussian filter gains by locality: rows of its image "
           "share sets of the cache, and lanes that run apart no longer evict one another's lines.")
    rows = []
    for kernel in KERNELS:
        block, slip = runs.row(kernel, "block"), runs.row(kernel, "adaptive")
        loads = max(1, slip["counters.decided_loads"])
        together = 1 - (block["counters.divergent_loads"]
                        / max(1, block["counters.missing_loads"]))
        moved = (slip["memory.dram.counters.read_bytes"]
                 / block["memory.dram.counters.read_bytes"])
        passes = runs.passes(kernel)
        lost = [percent(row["ledger.memory_divergence"] / row["ledger.total"])
                for row in (block, slip)]
        rows.append([kernel, *(f"{row['memory_level_parallelism']:.1f}" for row in (block, slip)),
                     percent(together), f"{moved:.2f}", f"{passes:.2f}",
                     percent(slip["counters.slips"] / loads),
                     f"{slip['counters.entries_in_use'] / loads:.2f}", slip["counters.most_slip"],
                     percent(slip["counters.full_tables"] / loads), slip["counters.catch_ups"],
                     *lost])
    yield Table(["kernel", "reads on their way, blocking", "slipping",
                 "missing loads that all lanes miss", "bytes read, relative",
                 "warp instructions, relative", "decided loads that leave lanes behind",
                 "table entries in use", "furthest lane", "decided loads at a full table",
                 "entries that caught up alone", "slots lost to memory divergence, blocking",
                 "slipping"], rows)


def beyond(runs):
    """Other baselines and machines."""
    yield "## Beyond the paper\n"
    yield ("A scoreboard lets a warp run on until it needs the value (`stall-on-use`). Speedup "
           "over a warp that blocks at each load:")
    yield Table(["", *KERNELS],
                [[name, *(f"{runs.speedup(kernel, 'stall-on-use', warps=warps):.2f}"
                          for kernel in KERNELS)] for warps, name in ((1, "1 warp"),
                                                                      (4, "4 warps"))])
    yield ("`mv5-wpu`, relative to its baseline under `stall-on-use`. "
           "[The study of composition](../composition/composition.md) has slip on an EU of four lanes, "
           "with each compaction.")
    yield Table(["on a miss", *KERNELS],
                [[miss, *(f"{gain_on_wpu(runs, kernel, miss):.2f}" for kernel in KERNELS)]
                 for miss in ("block", "adaptive")])


def gain_on_wpu(runs, kernel, miss):
    """Over a scoreboard on the machine of IPDPS'12."""
    return runs.speedup(kernel, miss, base="stall-on-use", chip="mv5-wpu", caches=None, warps=None)


def claims(runs):
    """What must hold whatever the kernels are."""
    yield "## What must hold\n"
    yield ("Every kernel's output is verified. Slipping lanes execute what they would in lockstep, "
           "but for returns and barriers that are issued again when lanes that are late come. With "
           "a limit of 0 nothing changes.")
    checked = [row["verified"] for row in runs.rows.values() if row.axes["case"] not in PATTERNS]
    extra = [abs(runs.row(kernel, "adaptive")["counters.lane_instructions"]
                 / runs.row(kernel, "block")["counters.lane_instructions"] - 1)
             for kernel in KERNELS]
    cycles = [abs(runs.cycles(kernel, "slip-0", warps=warps)
                  - runs.cycles(kernel, "block", warps=warps))
              for kernel in KERNELS for warps in (1, 4)]
    one_load = runs.speedup("one-load", "slip-64", missing="sometimes")
    yield Comparison([
        Expectation("runs that are verified", "", (1.0, None), sum(checked) / len(checked)),
        Expectation("lane instructions that slip adds or loses, at most", "4", (None, 0.02),
                    max(extra)),
        Expectation("cycles between a limit of 0 and blocking, at most", "5.1", (None, 0.0),
                    max(cycles), unit="", digits=0),
        Expectation("one load in a round, of which 5 % miss", "4", (2.0, None), one_load, unit="",
                    digits=2),
    ])
    yield "The adaptive limit against the best fixed one, with one warp:"
    yield Comparison([
        *(Expectation(f"adaptive against the best fixed limit, {kernel}", "", (0.95, None),
                      runs.cycles(kernel, runs.best_fixed(kernel, 1))
                      / runs.cycles(kernel, "adaptive"), 0.0, longer_periods(runs, kernel))
          for kernel in KERNELS)])


def longer_periods(runs, kernel):
    """The adaptive limit that is decided less often: 5.2 raises it as long as the core waits for
    memory, also where more slip costs time."""
    best = runs.cycles(kernel, runs.best_fixed(kernel, 1))
    return tuple(Experiment(f"a period of {cycles:,} cycles",
                            best / runs.cycles(kernel, f"adaptive-{cycles}"))
                 for cycles in (4000, 16000))
