# SPDX-License-Identifier: Apache-2.0
"""The gain of each mechanism alone, of pairs, and of all, on each machine and in each workload."""

from statistics import mean

from lanefold_studies.page import Plot, Table, percent
from .measures import ALL, CHIPS, MECHANISMS, PAIRS, SETS, SINGLE, average, named

SLOTS = {"useful": ["useful"], "paths and slack": ["control_divergence", "compaction_slack",
                                                   "dispatch_mask"],
         "memory": ["memory_wait", "memory_divergence"], "other slice": ["other_slice"],
         "search": ["draining", "reconfiguration"],
         "other": ["issue_conflict", "other_pipe", "operand_wait", "barrier_wait", "front_end",
                   "no_warp", "register_file"]}


def groups(runs):
    """(what the programs of a row have in common, machine, programs, their runs)."""
    short, others, same = runs.short_search(), runs.other_search(), runs.at_one_size()
    if short and others:
        yield f"`quad`, {len(short)} with a short search", "quad", short, runs
        yield f"`quad`, the other {len(others)}", "quad", others, runs
    yield f"`quad`, all {len(runs.every)}", "quad", runs.every, runs
    for chip in CHIPS:
        yield f"`{chip}`, {len(runs.few)}", chip, runs.few, same


def machines(runs):
    """Geometric means."""
    yield "## On each machine\n"
    yield ("How many times as fast as without any of the three, geometric mean. The product is "
           "that of the mechanisms alone; survival is the gain together by the product. A search is "
           "short if it takes at most a tenth of the time of the run that only adapts. The "
           f"{len(runs.few)} workloads in the last rows have inputs of size `default` everywhere.")
    rows = []
    for what, chip, programs, of_group in groups(runs):
        together = frozenset(CHIPS[chip])
        def gain(using):
            return f"{average(lambda one: of_group.gain(one, chip, using), programs):.2f}"
        product = average(lambda one: of_group.alone(one, chip, together), programs)
        survival = average(lambda one: of_group.survival(one, chip, together), programs)
        rows.append([what, *(gain(using) if using <= together else "" for using in SINGLE + PAIRS),
                     gain(together), f"{product:.2f}", f"{survival:.2f}"])
    yield Table(["workloads", *map(named, SINGLE + PAIRS), "all", "product", "survival"], rows)
    yield from machines_plot(runs.at_one_size())


def machines_plot(runs):
    """The same workloads everywhere."""
    series = {**{name: (lambda one, chip, name=name: runs.gain(one, chip, frozenset([name]))
                        if name in CHIPS[chip] else None) for name in MECHANISMS},
              "product": lambda one, chip: runs.alone(one, chip, frozenset(CHIPS[chip])),
              "all together": lambda one, chip: runs.gain(one, chip, frozenset(CHIPS[chip]))}
    yield Plot("machines", "Speedup of each mechanism alone, their product, and all together, "
               f"geometric mean of {len(runs.few)} workloads", list(CHIPS),
               {name: [None if measure(runs.few[0], chip) is None else
                       average(lambda one: measure(one, chip), runs.few) for chip in CHIPS]
                for name, measure in series.items()}, "speedup", unit="")


def workloads(runs):
    """One row for each."""
    every = runs.every
    yield "## Workload by workload, on `quad`\n"
    yield ("The fastest is the smallest set of mechanisms within a hundredth of the best. The search "
           "is that of the run that only adapts; at 0 %, all launches are shorter than 30 intervals "
           "(IPDPS'12 VI-C), and whole warps run. Inputs have size `paper` where the search takes "
           "more than a tenth of the time with those of size `default`, and at most a tenth with "
           "these; `path-trace-bvh` keeps its inputs, since a run with larger ones takes more than a "
           "minute.")
    rows = [[program, "paper" if program in runs.large else "default",
             percent(runs.search(program, "quad")),
             *(f"{runs.gain(program, 'quad', using):.2f}" for using in [*SINGLE, *PAIRS, ALL]),
             f"{runs.alone(program, 'quad', ALL):.2f}", f"{runs.survival(program, 'quad'):.2f}",
             named(runs.best(program, "quad"))] for program in every]
    yield Table(["workload", "size", "search", *map(named, SINGLE + PAIRS), "all", "product",
                 "survival", "fastest"], rows)
    yield Plot("workloads", "Speedup on quad: the product of the three alone, and all together",
               runs.few,
               {"product of single gains": [runs.alone(one, "quad", ALL) for one in runs.few],
                "all together": [runs.gain(one, "quad", ALL) for one in runs.few]},
               "speedup", unit="")
    best = [runs.best(program, "quad") for program in every]
    yield "How often each set is the fastest:"
    yield Table(list(map(named, SETS)), [[best.count(using) for using in SETS]])


def slots(runs):
    """The ledger of each set."""
    parts = {name: [mean(runs.slots(one, "quad", using, causes) for one in runs.every)
                    for using in SETS] for name, causes in SLOTS.items()}
    yield "## Where the lane-slots go, on `quad`\n"
    yield "Parts of each run's lane-slots, mean of all workloads, as docs/reference/statistics.md explains."
    yield Table(["", *map(named, SETS)],
                [[name, *map(percent, values)]
                 for name, values in parts.items()])
    yield Plot("slots", "Lane-slots by cause on quad, mean of all workloads",
               list(map(named, SETS)), parts, "lane-slots", kind="stack")
