# SPDX-License-Identifier: Apache-2.0
"""What each way saves on each machine, with compaction, and in each workload."""

from lanefold_studies.page import Plot, Table, percent
from .measures import CHIPS, named

WAYS = ("energy", "one-cycle", "pipe", "energy-dynamic", "one-cycle-dynamic", "pipe-dynamic")
COUNTERS = {"ALU operations": "lane_operations", "register bits": "register_bits",
            "EU cycles": "eu_cycles", "run time": "cycles"}


def machines(runs):
    """All ways on all machines."""
    yield f"## On each machine, {len(runs.every)} workloads\n"
    rows = [[f"`{chip}`", named(way),
             percent(runs.average(lambda one: runs.once(one, way, chip=chip))),
             *(percent(runs.average(lambda one: runs.saved(counter, one, way, chip=chip)))
               for counter in COUNTERS.values())]
            for chip in CHIPS for way in WAYS if runs.has(chip, way)]
    yield Table(["machine", "`core.scalar.execution`", "executed once", *COUNTERS], rows)
    yield ("`energy` never changes a cycle. Where ALUs are as wide as warps, an instruction takes a "
           "cycle anyway, so only a pipe of its own can save time. A pipe takes what its arbiter "
           "issues; the last table below has an arbiter that is in nobody's way.")


def compaction(runs):
    """SCC and scalar execution."""
    yield "## With compaction, on `ivb-eu`\n"
    yield ("Both save ALU cycles of lanes that are not needed: compaction those that are off, "
           "scalar execution those that do what another lane does. The sum is that of what each "
           "saves alone; what is missing of it together is paid for twice.")
    ivb = {"scalar": "off"}
    def alone(counter, way):
        return runs.average(lambda one: runs.saved(counter, one, way))
    def scc(counter, way):
        return runs.average(lambda one: runs.saved(counter, one, way, base=ivb,
                                                   compaction="scc"))
    rows = []
    for counter, path in (("EU cycles", "eu_cycles"), ("run time", "cycles")):
        for way in ("one-cycle", "pipe", "one-cycle-dynamic", "pipe-dynamic"):
            both = alone(path, way) + scc(path, "off")
            rows.append([counter, named(way), percent(scc(path, "off")), percent(alone(path, way)),
                         percent(both), percent(scc(path, way))])
    yield Table(["saved over `ivb`", "`core.scalar.execution`", "SCC alone", "scalar alone", "sum",
                 "together"], rows)


def knowledge(runs):
    """What hardware finds that the analysis does not."""
    yield "## Who knows, on `ivb-eu`\n"
    yield ("Parts of the ALU instructions. Hardware that compares finds what the analysis misses "
           "(docs/method/uniformity.md says why it does), and instructions with one active lane, of which "
           "an analysis knows nothing.")
    def part(counter, way):
        return runs.average(lambda one: runs.row(one, way)[f"counters.{counter}"]
                            / runs.row(one, way)["counters.alu_instructions"])
    rows = [[named(way), percent(part("scalar_instructions", way)),
             percent(part("scalar_one_lane", way)), percent(part("scalar_found", way)),
             f"{part('operand_comparisons', way):.2f}",
             f"{part('scalar_regenerations', way):.3f}"]
            for way in ("energy", "energy-dynamic")]
    yield Table(["`core.scalar.execution`", "executed once", "with one active lane",
                 "found by comparing operands", "comparisons an instruction",
                 "registers regenerated an instruction"], rows)


def addresses(runs):
    """Loads and stores."""
    yield "## Addresses, on `ivb-eu`\n"
    yield ("Parts of the memory instructions that send line requests. What is known to have one address, or addresses "
           "of one stride, need not be compared by the coalescer.")
    def part(counter, way):
        return runs.average(lambda one: runs.row(one, way)[f"counters.{counter}"]
                            / max(1, runs.row(one, way)["counters.memory_instructions"]))
    rows = [[named(way), percent(part("uniform_accesses", way)),
             percent(part("affine_accesses", way)),
             percent(runs.average(lambda one: compared(runs, one, way)))]
            for way in ("energy", "energy-dynamic")]
    yield Table(["`core.scalar.execution`", "one address", "one stride", "comparisons saved"], rows)


def compared(runs, program, way):
    """Some programs have no address to compare."""
    before = runs.row(program)["counters.address_comparisons"]
    after = runs.row(program, way)["counters.address_comparisons"]
    return 1 - after / before if before else 0.0


def workloads(runs):
    """One row for each."""
    yield "## Workload by workload, on `ivb-eu`\n"
    rows = [[program, *(percent(runs.once(program, way)) for way in ("energy", "energy-dynamic")),
             *(percent(runs.saved(path, program, "energy"))
               for path in ("lane_operations", "register_bits")),
             *(percent(runs.saved("cycles", program, way))
               for way in ("one-cycle", "pipe", "pipe-dynamic"))] for program in runs.every]
    yield Table(["workload", "executed once", "dynamic", "ALU operations", "register bits",
                 "time, one-cycle", "time, pipe", "time, pipe, dynamic"], rows)
    order = sorted(runs.few, key=lambda one: runs.saved("cycles", one, "pipe"))
    yield Plot("time", "Run time saved on ivb-eu, static knowledge", order,
               {named(way): [runs.saved("cycles", one, way) for one in order]
                for way in ("one-cycle", "pipe")}, "run time saved")
    rows = [[program, *(percent(runs.saved("cycles", program, way, issue=issue))
                        for issue in ("own", "every-cycle") for way in ("one-cycle", "pipe"))]
            for program in order]
    yield "With an arbitration pass in each cycle instead of every second one:"
    yield Table(["workload", "one-cycle", "pipe", "one-cycle, every cycle", "pipe, every cycle"],
                rows)
