# SPDX-License-Identifier: Apache-2.0
"""What must hold in studies, whatever they study."""

from lanefold_studies.expectation import Expectation

PIPES = 2  # ALUs of a core; a scalar pipe has one lane


def part_verified(rows):
    """Runs whose results are right: all of them."""
    return Expectation("runs that are verified", "", (1.0, None),
                       sum(row["verified"] for row in rows) / len(rows))


def exactly_zero(what, most, *, sized=False):
    """A number of which there is none; if sized, at the size of the study's page."""
    return Expectation(what, "", (None, 0), most, sized=sized, unit="", digits=0)


def lost_or_counted_twice(row):
    """Lane-slots of a run that the ledger does not charge to exactly one cause."""
    ledger = dict(row["ledger"])
    total = ledger.pop("total")
    scalar = 1 if row["machine.core.scalar.execution"] == "pipe" else 0
    lanes = (row["machine.core.alu_width"] * PIPES + scalar) * row["machine.cores"]
    return (abs(total - lanes * row["counters.cycles"]) + abs(total - sum(ledger.values())))
