# SPDX-License-Identifier: Apache-2.0
"""What the study of cost measures: run time and energy of a core with some of the mechanisms, and
the lane-slots that these take from each cause of the ledger."""

from statistics import mean

COMPACTIONS = ("IVB", "BCC", "SCC")
SCALARS = ("scalar", "scalar energy", "scalar pipe")
MECHANISMS = (*COMPACTIONS, "slip", "adaptation", "adaptation 64", *SCALARS)
LARGER = ("4 warps", "8 lanes")
NOTHING = frozenset()
ALL = frozenset(["SCC", "slip", "adaptation", "scalar"])  # the strongest of each kind

NAMES = {("core.compaction", compaction.lower()): compaction for compaction in COMPACTIONS}
NAMES |= {("miss", "slip"): "slip", ("slices", "adapted"): "adaptation",
          ("slices", "adapted-64"): "adaptation 64",
          ("core.scalar.execution", "one-cycle"): "scalar",
          ("core.scalar.execution", "energy"): "scalar energy",
          ("core.scalar.execution", "pipe"): "scalar pipe",
          ("chip", "quad-4-warps"): "4 warps", ("chip", "quad-8-lanes"): "8 lanes"}


def named(using):
    """SCC + slip, in the order of MECHANISMS."""
    return " + ".join(name for name in (*MECHANISMS, *LARGER) if name in using) or "none"


def used(axes):
    """The mechanisms of a point, or how its core is larger."""
    return frozenset(NAMES[item] for item in axes.items() if item in NAMES)


class Runs:
    """Timed runs, by program and by what the core has."""

    def __init__(self, results):
        self.rows = {(row.axes["program"], used(row.axes)): row for row in results}
        assert len(self.rows) == len(results), "an axis tells runs apart that the study forgets"
        self.every = self.programs(NOTHING)
        self.few = self.programs(frozenset(["slip", "scalar"]))  # that run with each set
        self.sets = list(dict.fromkeys(using for _, using in self.rows))

    def programs(self, using):
        """That ran with this set."""
        return [program for program, have in self.rows if have == using]

    def row(self, program, using=NOTHING):
        """One run."""
        return self.rows[program, using]

    def cycles(self, program, using=NOTHING):
        """The run time."""
        return self.row(program, using)["counters.cycles"]

    def searching(self):
        """The few in which a core that adapts looks for its width and depth."""
        return [program for program in self.few if
                self.row(program, frozenset(["adaptation"]))["counters.adaptation_intervals"] > 0]

    def taken(self, program, using):
        """The lane-slots that this set takes from each cause of the ledger, as parts of those of
        the run with none of them. Their sum is the part of the run time that is saved."""
        before, after = (self.row(program, one)["ledger"] for one in (NOTHING, using))
        return {cause: (before[cause] - after[cause]) / before["total"]
                for cause in before if cause != "total"}

    def taken_on_average(self, using):
        """The same, mean of the workloads."""
        each = [self.taken(program, using) for program in self.few]
        return {cause: mean(one[cause] for one in each) for cause in each[0]}


def better_than(one, other):
    """Whether one pair of costs is better than another in something, and worse in nothing."""
    return all(a <= b for a, b in zip(one, other)) and one != other


def front(costs):
    """Of {name: (cost, cost)} those that no other is better than, by their first cost."""
    best = [name for name, cost in costs.items()
            if not any(better_than(other, cost) for other in costs.values())]
    return sorted(best, key=costs.get)
