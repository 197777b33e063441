# SPDX-License-Identifier: Apache-2.0
"""Where two mechanisms pay for the same idle lanes: gains together against gains alone, and what
becomes of the lane-slots that each takes from each cause of the ledger."""

from statistics import mean
from typing import NamedTuple

from lanefold_studies.page import Table, percent
from .costs import TIME
from .measures import MECHANISMS, named

PAIRS = [frozenset(pair) for pair in
         (("BCC", "scalar"), ("SCC", "scalar"), ("BCC", "slip"), ("SCC", "slip"),
          ("BCC", "adaptation"), ("SCC", "adaptation"), ("slip", "scalar"),
          ("adaptation", "scalar"), ("slip", "adaptation"))]
TAKING = ("IVB", "BCC", "SCC", "slip", "adaptation", "scalar")
SEEN = 0.005  # a part of the lane-slots that is worth a word


class Meeting(NamedTuple):
    """What becomes of the lane-slots of a cause, as parts of all: together, two mechanisms take what
    they take alone, but for what is taken twice or in the way, and what they only take together."""

    twice: float
    in_the_way: float
    together: float


def meeting(one, other, both):
    """What each of two takes alone, and what both take."""
    missing = max(0.0, one + other - both)
    twice = min(missing, max(0.0, min(one, other)))
    return Meeting(twice, missing - twice, max(0.0, both - one - other))


def meetings(runs, pair):
    """{cause: Meeting}, mean of the workloads."""
    first, second = (frozenset([name]) for name in pair)
    each = []
    for program in runs.few:
        one, other, both = (runs.taken(program, using) for using in (first, second, pair))
        each.append({cause: meeting(one[cause], other[cause], both[cause]) for cause in both})
    return {cause: Meeting(*map(mean, zip(*(some[cause] for some in each)))) for cause in each[0]}


def total(met):
    """Of all causes."""
    return Meeting(*map(sum, zip(*met.values())))


def listed(met, field):
    """cause 4.5 %, … of those that are worth a word, the largest first."""
    parts = {cause: getattr(one, field) for cause, one in met.items()}
    return ", ".join(f"`{cause}` {percent(part)}" for cause, part in
                     sorted(parts.items(), key=lambda item: -item[1]) if part >= SEEN)


def gain(costs, using):
    """How many times as fast as with none of them."""
    return 1 / costs.ratio(TIME, using)


def alone(costs, pair):
    """The gains of a pair alone, in the order of MECHANISMS."""
    return [gain(costs, frozenset([name])) for name in sorted(pair, key=MECHANISMS.index)]


def survival(costs, pair):
    """The gain together, by the product of those alone."""
    first, second = alone(costs, pair)
    return gain(costs, pair) / (first * second)


def causes(costs):
    """What each mechanism takes from which cause."""
    runs = costs.runs
    taken = {name: runs.taken_on_average(frozenset([name])) for name in TAKING}
    seen = [cause for cause in taken["SCC"]
            if any(abs(parts[cause]) >= SEEN for parts in taken.values())]
    yield "## The lanes that each pays for\n"
    yield ("Lane-slots that a mechanism alone takes from each cause of the ledger, as parts of all "
           "that a core without mechanisms has; a minus is what it adds. Mean of "
           f"{len(runs.few)} workloads. A column's sum is the run time saved, as every cycle has as "
           "many slots.")
    rows = [[f"`{cause}`", *(percent(parts[cause]) for parts in taken.values())] for cause in seen]
    rest = [percent(sum(part for cause, part in parts.items() if cause not in seen))
            for parts in taken.values()]
    sums = [percent(sum(parts.values())) for parts in taken.values()]
    yield Table(["cause", *taken], [*rows, ["the others", *rest], ["all", *sums]])


def pairs(costs):
    """Gains of pairs, and what becomes of their lane-slots."""
    yield "## Pairs that pay for the same lanes\n"
    yield ("Gains are ratios of run times, geometric means. Where two have nothing to do with each "
           "other, gains multiply, and survival is 1.")
    rows = []
    for pair in PAIRS:
        first, second = alone(costs, pair)
        rows.append([named(pair), f"{first:.2f}", f"{second:.2f}", f"{first * second:.2f}",
                     f"{gain(costs, pair):.2f}", f"{survival(costs, pair):.2f}"])
    yield Table(["pair", "first", "second", "product", "together", "survival"], rows)
    yield from slots(costs)


def slots(costs):
    """The same in lane-slots."""
    yield ("The lane-slots behind it, means as above. Each column but the last is a part of them: "
           "together is first + second - taken twice - in the way + only together. **Taken twice** "
           "is what each takes alone from the same cause in the same workload, and both cannot take "
           "together: idle lanes for which two mechanisms pay. **In the way** is what one takes "
           "alone, and no longer beside the other. **Only together** is what neither takes alone.")
    rows = []
    for pair in PAIRS:
        met = meetings(costs.runs, pair)
        parts = [sum(costs.runs.taken_on_average(using).values()) for using in
                 (*(frozenset([name]) for name in sorted(pair, key=MECHANISMS.index)), pair)]
        twice, in_the_way, together = total(met)
        rows.append([named(pair), *map(percent, (*parts[:2], twice, in_the_way, together,
                                                 parts[2])), listed(met, "twice")])
    yield Table(["pair", "first", "second", "taken twice", "in the way", "only together",
                 "together", "taken twice from"], rows)
