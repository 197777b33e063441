# SPDX-License-Identifier: Apache-2.0
"""What the study of composition measures: run times with each mechanism alone and with others."""

from copy import copy
from itertools import combinations
from math import prod
from statistics import geometric_mean, mean

MECHANISMS = ("SCC", "slip", "adaptation")
SINGLE, PAIRS = ([frozenset(some) for some in combinations(MECHANISMS, count)] for count in (1, 2))
NOTHING, ALL = frozenset(), frozenset(MECHANISMS)
SETS = [NOTHING, *SINGLE, *PAIRS, ALL]
# What each machine gives work to: where ALUs are as wide as warps, compaction has nothing to skip.
CHIPS = {"quad": MECHANISMS, "ivb-eu": MECHANISMS, "mv5-wpu": ("slip", "adaptation"),
         "manycore-dom": ("slip", "adaptation")}
COMPACTION = {"ivb-eu": "ivb"}  # of machines that have one; the others have none
SHORT = 0.1  # of a run: a search that takes no more leaves most of it to what was found


def named(using):
    """SCC + slip, in the order of MECHANISMS."""
    return " + ".join(name for name in MECHANISMS if name in using) or "none of them"


class Runs:
    """Timed runs, by what tells them apart. On `quad`, some workloads have larger inputs, too: those
    whose search takes long in others."""

    def __init__(self, results):
        self.rows = {self.place(row.axes): row for row in results}
        assert len(self.rows) == len(results), "an axis tells runs apart that the study forgets"
        self.large = {program for program, *_, large in self.rows if large}
        self.every = self.programs("quad")
        self.few = self.programs("ivb-eu")  # and on all other machines, in more ways

    @staticmethod
    def place(axes):
        """Warps that do not adapt are slices as a whole, or `core.simd` would change, too."""
        return (axes["program"], axes["chip"], axes["core.compaction"], axes["miss"],
                axes["slices"].startswith("adapted"), "inputs" in axes)

    def at_one_size(self):
        """The runs of what ran on all machines, none with larger inputs than on another one."""
        runs = copy(self)
        runs.large = set()
        return runs

    def programs(self, chip):
        """That ran with all mechanisms on this machine."""
        return list(dict.fromkeys(program for program, *rest in self.rows
                                  if rest[:4] == [chip, "scc", "slip", True]))

    def row(self, program, chip, using=NOTHING, **other):
        """One run: SCC or the machine's own compaction, slip or block, adapting or not, but for
        what is given."""
        compaction = "scc" if "SCC" in using else COMPACTION.get(chip, "none")
        miss = "slip" if "slip" in using else "block"
        return self.rows[program, chip, other.get("compaction", compaction),
                         other.get("miss", miss), "adaptation" in using,
                         chip == "quad" and program in self.large]

    def cycles(self, program, chip, using=NOTHING, **other):
        """The run time."""
        return self.row(program, chip, using, **other)["counters.cycles"]

    def gain(self, program, chip, using, **other):
        """How many times as fast as without any of them."""
        return self.cycles(program, chip) / self.cycles(program, chip, using, **other)

    def alone(self, program, chip, using):
        """The product of the gains that these mechanisms have alone."""
        return prod(self.gain(program, chip, frozenset([one])) for one in using)

    def survival(self, program, chip, using=ALL):
        """Their gain together, relative to that product."""
        return self.gain(program, chip, using) / self.alone(program, chip, using)

    def best(self, program, chip):
        """The smallest set of mechanisms that is within a hundredth of the fastest one."""
        least = min(self.cycles(program, chip, using) for using in SETS)
        return min((using for using in SETS if self.cycles(program, chip, using) <= 1.01 * least),
                   key=lambda using: (len(using), self.cycles(program, chip, using)))

    def search(self, program, chip):
        """The part of the run time in which cores look for their width and depth."""
        row = self.row(program, chip, frozenset(["adaptation"]))
        return row["counters.adaptation_cycles"] / (row["counters.cycles"]
                                                    * row["machine.cores"])

    def short_search(self):
        """The workloads in which cores of `quad` search, and run most of the time with what they
        found."""
        return [program for program in self.every if 0 < self.search(program, "quad") <= SHORT]

    def other_search(self):
        """The others: their launches are too small for a search, or for a short one."""
        short = self.short_search()
        return [program for program in self.every if program not in short]

    def averaged(self):
        """(what they have in common, the workloads that means are of)."""
        short = self.short_search()
        if short:
            return f"the {len(short)} workloads with a short search", short
        return f"all {len(self.every)} workloads, none of which has a short search", self.every

    def slots(self, program, chip, using, causes):
        """The part of the lane-slots that these causes of the ledger have."""
        ledger = self.row(program, chip, using)["ledger"]
        return sum(ledger[cause] for cause in causes) / ledger["total"]

    def passes(self, program, chip, using, added="slip"):
        """ALU cycles relative to those of the same run without one of the mechanisms."""
        return (self.row(program, chip, using | {added})["counters.eu_cycles"]
                / self.row(program, chip, using - {added})["counters.eu_cycles"])

    def narrowed(self, programs, chip, **other):
        """The part of a workload's searches that end with slices narrower than a warp, mean of the
        workloads with any."""
        parts = []
        for program in programs:
            row = self.row(program, chip, frozenset(["adaptation"]), **other)
            whole = row["machine.core.warp_width"]
            ends = [width_of(step) < whole for launch in row["launches"]
                    for step in choices(launch)]
            parts += [mean(ends)] if ends else []
        return mean(parts) if parts else 0.0


def choices(launch):
    """What cores chose; those that take the default have not searched, and all do or none."""
    if launch["counters"]["adaptations_chosen"] == 0:
        return []
    return [step for step in launch["adaptation"] if "cycles" not in step]


def width_of(step):
    """Of 8x4, 8."""
    return int(step["simd"].partition("x")[0])


def average(measure, programs):
    """The geometric mean."""
    return geometric_mean(measure(program) for program in programs)


def in_order(row):
    """Whether, by the masks of one run, no policy takes more ALU cycles than a weaker one."""
    cycles = [row[f"policies.{policy}.eu_cycles"] for policy in ("none", "ivb", "bcc", "scc")]
    return [*cycles, row["ideal_eu_cycles"]] == sorted([*cycles, row["ideal_eu_cycles"]],
                                                       reverse=True)
