# SPDX-License-Identifier: Apache-2.0
"""What must hold whatever the workloads are."""

from lanefold_studies.claims import exactly_zero, lost_or_counted_twice, part_verified
from lanefold_studies.expectation import Expectation
from lanefold_studies.page import Comparison
from .measures import SETS, in_order

SLIPPING = ("slip",)  # with a limit above 0
DIVIDED = ("other_slice", "draining", "reconfiguration")


def claims(runs):
    """Structural claims."""
    rows = list(runs.rows.values())
    without = {using for using in SETS if not using & {"slip"}}
    blocked = [abs(runs.cycles(program, "quad", using)
                   - runs.cycles(program, "quad", using, miss="slip-0"))
               for program in runs.few for using in without]
    wide = [abs(runs.cycles(program, "mv5-wpu")
                - runs.cycles(program, "mv5-wpu", compaction="scc")) for program in runs.few]
    items = [abs(row["counters.work_items"] - runs.row(row.axes["program"], "quad")
                 ["counters.work_items"]) for row in rows]
    slipping = [row["counters.slips"] for row in rows if row.axes["miss"] not in SLIPPING]
    whole = [sum(row["ledger"][cause] for cause in DIVIDED) for row in rows
             if row.axes["slices"] != "adapted"]
    yield "## What must hold\n"
    yield ("EU cycles of all policies are counted from the masks of one run. Times obey no such "
           "order: a shorter instruction can change who comes first to a cache.")
    yield Comparison([
        part_verified(rows),
        exactly_zero("lane-slots that are not charged to exactly one cause",
                     sum(map(lost_or_counted_twice, rows))),
        Expectation("runs in which none, IVB, BCC, SCC and the ideal take ever fewer EU cycles", "",
                    (1.0, None), sum(map(in_order, rows)) / len(rows)),
        exactly_zero("cycles between a limit of 0 and blocking, with each of the others",
                     max(blocked)),
        exactly_zero("cycles that SCC changes on ALUs as wide as warps", max(wide)),
        exactly_zero("work-items more or less than without any mechanism", max(items)),
        exactly_zero("loads that leave lanes behind without slip", max(slipping)),
        exactly_zero("lane-slots lost to other slices where warps are whole", max(whole))])
