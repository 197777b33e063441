# SPDX-License-Identifier: Apache-2.0
"""What the study of uniformity measures: operations, register bits and time, against the same run
without scalar execution."""

from statistics import mean

CHIPS = ("ivb-eu", "manycore-dom", "mv5-wpu")
OWN = "own"  # compaction of a machine, or its arbiter
PAGE_LANES = 4  # of a vector in the source


def named(scalar):
    """As the tables write it."""
    way = scalar.removesuffix("-dynamic")
    if way == "off":
        return way
    return f"{way}, {'static' if way == scalar else 'dynamic'}"


class Runs:
    """Timed runs, by what tells them apart."""

    def __init__(self, results):
        self.rows = {self.place(row.axes): row for row in results}
        assert len(self.rows) == len(results), "an axis tells runs apart that the study forgets"
        self.every = list(dict.fromkeys(program for program, *_ in self.rows))
        self.few = list(dict.fromkeys(program for program, *_, issue in self.rows
                                      if issue == "every-cycle"))

    @staticmethod
    def place(axes):
        """The machine's own compaction goes without saying."""
        compaction = axes.get("core.compaction", OWN)
        return (axes["program"], axes["chip"], OWN if compaction == "ivb" else compaction,
                axes["scalar"], axes.get("issue", OWN))

    def row(self, program, scalar="off", chip="ivb-eu", compaction=OWN, issue=OWN):
        """One run."""
        return self.rows[program, chip, compaction, scalar, issue]

    def has(self, chip, scalar, compaction=OWN):
        """Whether all workloads ran so."""
        return (self.every[0], chip, compaction, scalar, OWN) in self.rows

    def saved(self, path, program, scalar, base=None, **where):
        """The part of a counter that is saved, against the same run without scalar execution or
        another one."""
        before = self.row(program, **(base if base is not None else {"scalar": "off", **where}))
        after = self.row(program, scalar, **where)
        return 1 - after[f"counters.{path}"] / before[f"counters.{path}"]

    def once(self, program, scalar, **where):
        """The part of the ALU instructions that are executed once."""
        row = self.row(program, scalar, **where)
        return row["counters.scalar_instructions"] / row["counters.alu_instructions"]

    def page_operations(self, program, scalar, lanes=PAGE_LANES, **where):
        """The part of the ALU operations that are saved, as the source counts them: an instruction
        costs all lanes of a vector, active or not, or one."""
        return self.once(program, scalar, **where) * (lanes - 1) / lanes

    def average(self, measure, programs=None):
        """The mean of the workloads."""
        return mean(measure(program) for program in programs or self.every)
