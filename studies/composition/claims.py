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
    same = runs.at_one_size()
    without = {using for using in SETS if not using & {"slip"}}
    blocked = [abs(same.cycles(program, "quad", using)
                   - same.cycles(program, "quad", using, miss="slip-0"))
               for program in runs.few for using in without]
    wide = [abs(same.cycles(program, "mv5-wpu")
                - same.cycles(program, "mv5-wpu", compaction="scc")) for program in runs.few]
    items = {}
    for row in rows:
        items.setdefault((row.axes["program"], row.axes["size"]), set()).add(
            row["counters.work_items"])
    slipping = [row["counters.slips"] for row in rows if row.axes["miss"] not in SLIPPING]
    whole = [sum(row["ledger"][cause] for cause in DIVIDED) for row in rows
             if not row.axes["slices"].startswith("adapted")]
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
        exactly_zero("work-items more or less than without any mechanism",
                     max(max(counts) - min(counts) for counts in items.values())),
        exactly_zero("workloads with larger inputs whose search is not short even so",
                     len(runs.large - set(runs.short_search())), sized=True),
        exactly_zero("loads that leave lanes behind without slip", max(slipping)),
        exactly_zero("lane-slots lost to other slices where warps are whole", max(whole))])
