# SPDX-License-Identifier: Apache-2.0
"""What each mechanism adds to a core, alone and on top of others."""

from lanefold_studies.page import Table, percent
from .areas import BUS
from .costs import ENERGY, TIME
from .measures import ALL, NOTHING, named

ONE_OF_EACH = ("SCC", "slip", "adaptation", "scalar")
ALONE = ("IVB", "BCC", *ONE_OF_EACH, "scalar energy", "scalar pipe", "adaptation 64")
KGE = 1000  # gate equivalents


def added_areas(costs):
    """Of each mechanism alone."""
    base = costs.areas.cores[NOTHING]
    yield "## What each adds in area\n"
    yield ("At 45 nm, to a core with no other mechanism. Storage and register files are those of "
           "`lanefold cost`. Logic is what scripts/synth makes of the mechanism's twins at 32x4, "
           "registers left out, in two-input NANDs of that node; a scalar pipe also has the units "
           "of a lane.")
    rows = []
    for name in ALONE:
        core = costs.areas.cores[frozenset([name])]
        rows.append([name, f"{core.register_file - base.register_file:,.0f}",
                     f"{core.stored:,.0f}", f"{core.gates:,.0f}", f"{core.logic:,.0f}",
                     f"{core.area - base.area:,.0f}", percent(core.area / base.area - 1)])
    yield Table(["mechanism", "register file, um2", "storage, um2", "logic, NAND2", "logic, um2",
                 "all, um2", "of the core"], rows)
    yield "What is counted decides. With one thing counted otherwise:"
    yield Table(["mechanism", "counted otherwise", "all, um2", "of the core"],
                [[name, what, f"{area:,.0f}", percent(area / base.area)]
                 for name, what, area in otherwise(costs.areas)])


def otherwise(areas):
    """(mechanism, what else is assumed, what it adds in um2)."""
    base = areas.cores[NOTHING]
    scc, slip = (areas.cores[frozenset([name])] for name in ("SCC", "slip"))
    nand2 = base.cost["nand2_um2"]
    credit = areas.gates.of("SCC", scc.operands) - areas.gates.of("SCC", scc.operands, BUS)
    yield ("SCC", "each quad has a swizzler without it (ISCA'13 section 4.2): only the bus is new",
           scc.area - base.area - credit * nand2)
    latch = scc.latched - base.latched
    yield ("SCC", "the latch of its register file is one of the three", scc.area - base.area - latch)
    yield "slip", "logic for each warp, not once", slip.area - base.area + slip.logic
    both = areas.cores[frozenset(["slip", "adaptation"])]
    divided = areas.cores[frozenset(["adaptation"])]
    yield ("slip", "on a core that adapts: tables, counters and buffers for each of eight slices",
           both.area - divided.area)
    yield ("adaptation", "64 slices instead of eight",
           areas.cores[frozenset(["adaptation 64"])].area - base.area)


def contexts(name):
    """On top of what a mechanism can stand: nothing, each of the others, all others."""
    others = [one for one in ONE_OF_EACH if one != name]
    return [NOTHING, *(frozenset([one]) for one in others), ALL - {name}]


def additions(costs):
    """Time, energy and area on top of other sets, and by each other."""
    yield "## What each adds, alone and on top of the others\n"
    yield ("The part of run time and energy that a mechanism saves, if it comes on top of others, "
           "geometric means, and what it adds in area there. The last columns are what is saved for "
           "each part of a hundred by which the core grows.")
    rows = []
    for name in ONE_OF_EACH:
        for others in contexts(name):
            with_it = others | {name}
            part = costs.added(with_it, others) / costs.areas.cores[NOTHING].area
            time, energy = (costs.saved(what, with_it, others) for what in (TIME, ENERGY))
            rows.append([name, named(others).replace("none", "alone"), percent(part, 2),
                         percent(time), percent(energy), percent(time / part / 100, 2),
                         percent(energy / part / 100, 2)])
    yield Table(["mechanism", "on top of", "area", "time saved", "energy saved",
                 "time saved for 1 %", "energy saved for 1 %"], rows)
    yield from every_workload(costs)


def by_gates(costs, using):
    """Run time saved for each thousand gate equivalents that the added area is worth."""
    gates = costs.added(using) / costs.areas.cores[using].cost["nand2_um2"] / KGE
    return costs.saved(TIME, using) / gates


def every_workload(costs):
    """Alone, in all workloads and in those with all sets."""
    every, few = costs.runs.every, costs.runs.few
    yield (f"Alone, in the {len(few)} workloads and in all {len(every)}. The areas of all that it "
           "adds, arrays too, are counted as gates of the same area.")
    rows = []
    for using in costs.sets:
        if using and len(costs.runs.programs(using)) == len(every):
            rows.append([named(using), *(percent(costs.saved(what, using, programs=some))
                                         for what in (TIME, ENERGY) for some in (few, every)),
                         percent(by_gates(costs, using), 2)])
    yield Table(["mechanism", f"time saved, {len(few)}", f"time saved, {len(every)}",
                 f"energy saved, {len(few)}", f"energy saved, {len(every)}",
                 "time saved by 1,000 NAND2"], rows)
