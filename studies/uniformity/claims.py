# SPDX-License-Identifier: Apache-2.0
"""What must hold whatever the workloads are."""

from lanefold_studies.claims import exactly_zero, lost_or_counted_twice, part_verified
from lanefold_studies.page import Comparison

KNOWN = ("scalar_found", "operand_comparisons")  # is nothing that an analysis does


def claims(runs):
    """Structural claims."""
    rows = list(runs.rows.values())
    moved = [abs(row["counters.cycles"] - off(runs, row)["counters.cycles"])
             for row in rows if row["machine.core.scalar.execution"] == "energy"]
    more = [row["counters.lane_operations"] - off(runs, row)["counters.lane_operations"]
            for row in rows if row["machine.core.scalar.execution"] == "energy"]
    compared = [row[f"counters.{counter}"] for row in rows for counter in KNOWN
                if row["machine.core.scalar.knowledge"] == "static"]
    without = [row["counters.scalar_instructions"] + row["ledger.uniform"] for row in rows
               if row["machine.core.scalar.execution"] == "off"]
    yield "## What must hold\n"
    yield Comparison([
        part_verified(rows),
        exactly_zero("lane-slots that are not charged to exactly one cause",
                     sum(map(lost_or_counted_twice, rows))),
        exactly_zero("cycles that `energy` changes", max(moved)),
        exactly_zero("ALU operations that `energy` adds", max(0, *more)),
        exactly_zero("operands that are compared with static knowledge", max(compared)),
        exactly_zero("instructions that are executed once without scalar execution",
                     max(without))])


def off(runs, row):
    """The same run without scalar execution."""
    program, chip, compaction, _, issue = runs.place(row.axes)
    return runs.row(program, "off", chip, compaction, issue)
