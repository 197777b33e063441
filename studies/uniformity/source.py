# SPDX-License-Identifier: Apache-2.0
"""What the source reports, beside ours."""

from lanefold_studies.page import Comparison, Expectation, Table, percent
from .measures import PAGE_LANES

TABLE = "evaluation, table of ALU operations"
LITERATURE = "problem statement"
OPERATIONS = """the source's programs are straight lines that loop twice, and its own figures come \
out on them ([docs/how-to/bril.md](../../how-to/bril.md)). Kernels count, test and address in loops, alike in all \
lanes, and a quarter of the workloads saves more"""
TIME = """the source says nothing of the hardware that saved 1.5 %. Here it decides: nothing with \
`energy` or where ALUs are as wide as warps, and more on ALUs of a quarter of a warp, the more ALUs \
have to do (the table below)"""


def source(runs):
    """The source's figures."""
    def operations(program):
        return runs.page_operations(program, "energy")
    parts = sorted(map(operations, runs.every))
    quarter = len(parts) // 4
    yield "## What the source reports\n"
    yield (f"Its three programs lose 12, 7 and 26 % of their ALU operations, counted on vectors of "
           f"{PAGE_LANES} lanes: an instruction is four operations, or one if it is scalar. "
           "Counted so, a workload that executes half of its ALU instructions once loses 37.5 %. "
           "The source also cites 1.5 % less run time on average for GPU programs.")
    yield Comparison([
        Expectation("ALU operations saved, mean", TABLE, (0.07, 0.26),
                    runs.average(operations), reason=OPERATIONS),
        Expectation("ALU operations saved, least quarter of the workloads at most", TABLE,
                    (0.07, 0.26), parts[quarter], reason=OPERATIONS),
        Expectation("ALU operations saved, upper quarter at least", TABLE, (0.07, 0.26),
                    parts[-1 - quarter], reason=OPERATIONS),
        Expectation("run time saved by `energy`", "target architecture", 0.0,
                    runs.average(lambda one: runs.saved("cycles", one, "energy"))),
        Expectation("run time saved on ALUs as wide as warps", LITERATURE, 0.015,
                    runs.average(lambda one: runs.saved("cycles", one, "pipe", chip="mv5-wpu")),
                    reason=TIME),
        Expectation("run time saved on ALUs of a quarter of a warp, one-cycle", LITERATURE, 0.015,
                    runs.average(lambda one: runs.saved("cycles", one, "one-cycle")),
                    reason=TIME)])
    yield ("The experiments behind the reasons. A loop that is not unrolled keeps what it does "
           "alike, as `lanefold bril count --dynamic` shows on the source's own programs. And run "
           "time is saved where instructions of a warp wait for an ALU. The table shows it by the "
           "part of the lane-slots that are `useful` without scalar execution.")
    yield Table(["workloads by useful lane-slots", "useful", "executed once", "time, one-cycle",
                 "time, pipe"], list(by_use(runs)))


def by_use(runs):
    """Thirds of the workloads."""
    def useful(program):
        ledger = runs.row(program)["ledger"]
        return ledger["useful"] / ledger["total"]
    order = sorted(runs.every, key=useful)
    third = len(order) // 3
    thirds = (order[:third], order[third:-third], order[-third:])
    for name, programs in zip(("least", "middle", "most"), thirds):
        yield [name, percent(runs.average(useful, programs)),
               percent(runs.average(lambda one: runs.once(one, "energy"), programs)),
               *(percent(runs.average(lambda one: runs.saved("cycles", one, way), programs))
                 for way in ("one-cycle", "pipe"))]
