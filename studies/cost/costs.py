# SPDX-License-Identifier: Apache-2.0
"""Time, energy and area of each set of mechanisms, by those of a core with none of them."""

from statistics import geometric_mean

from .measures import NOTHING

TIME, ENERGY = "time", "energy"


class Costs:
    """What runs and areas say together."""

    def __init__(self, runs, areas):
        self.runs = runs
        self.areas = areas
        self.sets = runs.sets

    def nanojoules(self, program, using=NOTHING):
        """Of a run. Gates and structures of mechanisms leak with the rest."""
        row, core = self.runs.row(program, using), self.areas.cores[using]
        parts = row["energy.parts"]
        leakage = next(part["nj"] for part in parts if part["name"] == "leakage")
        return row["energy.total_nj"] + leakage * core.extra / core.chip

    def ratio(self, measure, using, to=NOTHING, programs=None):
        """How many times the time or the energy of another set, geometric mean."""
        of = {TIME: self.runs.cycles, ENERGY: self.nanojoules}[measure]
        return geometric_mean(of(program, using) / of(program, to)
                              for program in programs or self.runs.few)

    def saved(self, measure, using, to=NOTHING, programs=None):
        """The part that is saved on top of another set."""
        return 1 - self.ratio(measure, using, to, programs)

    def area(self, using, to=NOTHING):
        """How many times the area of a core with another set."""
        return self.areas.cores[using].area / self.areas.cores[to].area

    def added(self, using, to=NOTHING):
        """um2 on top of another set."""
        return self.areas.cores[using].area - self.areas.cores[to].area

    def places(self):
        """{set: (area, time, energy)} of all that ran in the same workloads."""
        return {using: (self.area(using), self.ratio(TIME, using), self.ratio(ENERGY, using))
                for using in self.sets}
