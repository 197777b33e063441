# SPDX-License-Identifier: Apache-2.0
"""Three findings, in words, from the numbers of the tables."""

from statistics import geometric_mean, mean

from lanefold_studies.page import percent
from .costs import ENERGY, TIME
from .fronts import sides
from .measures import LARGER, MECHANISMS, NOTHING, front, named
from .pairs import PAIRS, alone, gain, listed, meetings, survival, total

CHEAP, DEAR = frozenset(["BCC", "scalar"]), frozenset(["SCC", "scalar"])


def findings(costs):
    """At the top of the page."""
    yield "## Three findings\n"
    yield from what_pays(costs)
    yield from what_energy_says(costs)
    yield from what_is_paid_twice(costs)


def what_pays(costs):
    """Time by area."""
    area, _ = sides(costs.places())
    def pays(using):
        return (f"{percent(costs.saved(TIME, using))} for {percent(costs.area(using) - 1, 2)} of the "
                "core")
    one_by_one = ", ".join(f"{name} {pays(frozenset([name]))}" for name in
                           ("IVB", "BCC", "scalar", "SCC"))
    larger = " and ".join(f"{name} {pays(frozenset([name]))}" for name in LARGER)
    yield "### By area\n"
    yield (f"Run time saved alone: {one_by_one}. BCC and scalar execution together save "
           f"{pays(CHEAP)}. With SCC in place of BCC, another {percent(costs.saved(TIME, DEAR, CHEAP))} "
           f"of the rest is saved, for {costs.added(DEAR, CHEAP) / costs.added(CHEAP):.1f} times the "
           "area of those two, most of it crossbars and unswizzle. A core that is larger instead, "
           f"without any mechanism: {larger}. On the front are "
           f"{', '.join(named(using) for using in front(area))}.")


def part_of(costs, using, part):
    """A part of the energy, by that of the same run without mechanisms, geometric mean."""
    def nanojoules(program, using):
        return next(one["nj"] for one in costs.runs.row(program, using)["energy.parts"]
                    if one["name"] == part)
    return geometric_mean(nanojoules(program, using) / nanojoules(program, NOTHING)
                          for program in costs.runs.few)


def what_energy_says(costs):
    """Energy by time."""
    _, energy = sides(costs.places())
    bcc, scc = frozenset(["BCC"]), frozenset(["SCC"])
    files = [f"{part_of(costs, using, 'register file'):.2f}" for using in (bcc, scc)]
    yield "### By energy\n"
    yield (f"BCC saves {percent(costs.saved(ENERGY, bcc))} of the energy, and SCC "
           f"{percent(costs.saved(ENERGY, scc))}, though it takes "
           f"{percent(costs.saved(TIME, scc, bcc))} less time than BCC. BCC fetches no quad that it "
           f"skips, and its register file takes {files[0]} times the energy of the plain one; rows "
           f"of SCC are whole warps, and take {files[1]} times. Scalar execution saves "
           f"{percent(costs.saved(ENERGY, frozenset(['scalar energy'])))} even where it saves no "
           f"cycle, and {percent(costs.saved(ENERGY, frozenset(['scalar'])))} where an instruction "
           "takes one. On the front are "
           f"{', '.join(named(using) for using in front(energy))}.")


def what_is_paid_twice(costs):
    """Pairs."""
    met = {pair: total(meetings(costs.runs, pair)) for pair in PAIRS}
    twice = max(PAIRS, key=lambda pair: met[pair].twice)
    worst = min(PAIRS, key=lambda pair: survival(costs, pair))
    best = max(PAIRS, key=lambda pair: survival(costs, pair))
    yield "### Paid twice\n"
    yield (f"{words(twice)} pay for the same lanes most: {percent(met[twice].twice)} of the "
           f"lane-slots of a core with neither are taken by each of them alone "
           f"({listed(meetings(costs.runs, twice), 'twice')}). "
           f"{of_gains(costs, worst)}, the least of all pairs: {percent(met[worst].in_the_way)} of "
           f"the lane-slots are in the way, and {percent(met[worst].twice)} taken twice. "
           f"{of_gains(costs, best)}, the most: they take {percent(met[best].together)} of the "
           f"lane-slots only together ({listed(meetings(costs.runs, best), 'together')}). With "
           f"slip, {percent(once(costs.runs, ['slip', 'scalar']))} of the ALU instructions are "
           f"executed once, and {percent(once(costs.runs, ['scalar']))} without.")


def once(runs, using):
    """The part of the ALU instructions that are executed once, mean of the workloads."""
    rows = [runs.row(program, frozenset(using)) for program in runs.few]
    return mean(row["counters.scalar_instructions"] / row["counters.alu_instructions"]
                for row in rows)


def words(pair):
    """BCC and scalar."""
    text = " and ".join(sorted(pair, key=MECHANISMS.index))
    return text[0].upper() + text[1:]


def of_gains(costs, pair):
    """Their gains alone and together."""
    first, second = alone(costs, pair)
    return (f"{words(pair)} gain {first:.2f} and {second:.2f} alone and {gain(costs, pair):.2f} "
            f"together, {survival(costs, pair):.2f} of the product")
