# SPDX-License-Identifier: Apache-2.0
"""What must hold whatever the workloads are."""

from itertools import combinations

from composition.measures import in_order
from lanefold_studies.claims import exactly_zero, lost_or_counted_twice, part_verified
from lanefold_studies.expectation import Expectation
from lanefold_studies.page import Comparison
from .areas import STORED
from .measures import LARGER

ROUNDING = 1e-9  # of sums of binary fractions


def claims(costs):
    """Structural claims."""
    runs, cores = costs.runs, costs.areas.cores
    rows = list(runs.rows.values())
    moved = [abs(runs.cycles(program, using) - runs.cycles(program, using - {"scalar energy"}))
             for program, using in runs.rows if "scalar energy" in using]
    items = [abs(row["counters.work_items"] - runs.row(row.axes["program"])["counters.work_items"])
             for row in rows]
    smaller = [cores[more].area <= cores[less].area for less, more in combinations(
        sorted(cores, key=len), 2) if less < more and not more & set(LARGER)]
    stored = [core.structures() != set().union(*(STORED.get(name, set()) for name in using))
              for using, core in cores.items()]
    yield "## What must hold\n"
    yield Comparison([
        part_verified(rows),
        exactly_zero("lane-slots that are not charged to exactly one cause",
                     sum(map(lost_or_counted_twice, rows))),
        Expectation("runs in which none, IVB, BCC, SCC and the ideal take ever fewer EU cycles", "",
                    (1.0, None), sum(map(in_order, rows)) / len(rows)),
        exactly_zero("runs whose parts of energy are not their sum", sum(map(lost_energy, rows))),
        exactly_zero("work-items more or less than without any mechanism", max(items)),
        exactly_zero("cycles that scalar execution changes with `energy`", max(moved)),
        exactly_zero("cores that are not larger with one mechanism more", sum(smaller)),
        exactly_zero("cores charged with structures of mechanisms that they do not have, or not "
                     "with those that they have", sum(stored))])


def lost_energy(row):
    """Whether the parts of a run's energy are more or less than it takes."""
    total = row["energy.total_nj"]
    return abs(sum(part["nj"] for part in row["energy.parts"]) - total) > ROUNDING * total
