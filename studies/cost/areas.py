# SPDX-License-Identifier: Apache-2.0
"""Areas of a core with some of the mechanisms: `lanefold cost` has its parts, its register file and
what mechanisms store, and gates.json the logic of their twins, as scripts/synth counted it."""

import json
from functools import cached_property
from pathlib import Path

from .measures import SCALARS

GATES = Path(__file__).with_name("gates.json")
LATCH = "operand latch"
LANE = ("floating-point unit", "integer ALU")
# What each mechanism's structures are called.
STORED = {"SCC": {"Swizzled Cycle Compression"}, "slip": {"Diverge on Miss", "loads by lane"},
          "adaptation": {"Robust SIMD"}, "adaptation 64": {"Robust SIMD"},
          **{name: {"scalar execution"} for name in SCALARS}}
# Control takes the place of that of a core without compaction. A core decides about one load, and
# divides its warps once, in a cycle. The crossbar is one for each operand.
CONTROL = {"IVB": "ivb_half", "BCC": "bcc_control", "SCC": "scc_control"}
LOGIC = {"slip": ("mdt", "slip_controller"), "adaptation": ("asu", "warp_slice_table"),
         "adaptation 64": ("asu", "warp_slice_table")}
CROSSBAR, BUS = "wired_or_crossbar", "wired_or_bus"


class Gates:
    """Gate equivalents of twins, without registers: what they store is counted as arrays."""

    def __init__(self, path=GATES):
        record = json.loads(path.read_text(encoding="utf-8"))
        self.logic = {module["module"]:
                      module["gate_equivalents"] - module["register_gate_equivalents"]
                      for module in record["modules"]}

    def of(self, mechanism, operands, crossbar=CROSSBAR):
        """What a mechanism adds to a core whose instructions have so many operands."""
        gates = sum(self.logic[module] for module in LOGIC.get(mechanism, ()))
        if mechanism in CONTROL:
            gates += self.logic[CONTROL[mechanism]] - self.logic["none_control"]
        if mechanism == "SCC":
            gates += operands * self.logic[crossbar] + self.logic["unswizzle"]
        return gates


class Core:
    """One core, in um2, as `lanefold cost` has it, and the gates of its mechanisms."""

    def __init__(self, using, cost, gates):
        self.using = using
        self.cost = cost
        self.operands = next(one["entries"] for one in cost["structures"] if one["name"] == LATCH)
        self.gates = sum(gates.of(name, self.operands) for name in using)

    @cached_property
    def unit(self):
        """Area of each part of the core that it has once."""
        return {one["name"]: one["area_um2"] for one in self.cost["core"]["parts"]}

    @property
    def plain(self):
        """Without what mechanisms add, but for another register file."""
        return self.cost["core"]["area_um2"]

    @property
    def register_file(self):
        """Of one of the files."""
        return next(area for name, area in self.unit.items() if name.startswith("register file"))

    @property
    def latched(self):
        """The latches of this file, which hold what has been read."""
        return next(one["latches_um2"] for one in self.cost["arrays"]
                    if one["name"].startswith("register file"))

    @property
    def stored(self):
        """Structures of all mechanisms that it has."""
        return sum(one["area_um2"] for one in self.cost["structures"] if one["present"])

    def structures(self):
        """The mechanisms whose structures it has, as `lanefold cost` calls them."""
        return {one["mechanism"] for one in self.cost["structures"] if one["present"]}

    @property
    def logic(self):
        """Gates, scaled by those of the node; a scalar pipe has the units of a lane."""
        lane = sum(map(self.unit.get, LANE)) if "scalar pipe" in self.using else 0.0
        return self.gates * self.cost["nand2_um2"] + lane

    @property
    def extra(self):
        """What the energy of a run knows nothing of."""
        return self.stored + self.logic

    @property
    def area(self):
        """All of it."""
        return self.plain + self.extra

    @property
    def chip(self):
        """What leaks in the energy of a run: one core, its local memory and the shared cache."""
        return self.plain + sum(one["area_um2"] for one in self.cost["arrays"]
                                if not one["of_core"] or one["name"] == "local memory")


class Areas:
    """Of all sets that ran."""

    def __init__(self, results, runs, gates=None):
        self.ask = results.lanefold
        self.gates = gates or Gates()
        self.cores = {using: self.core(using, runs.row(runs.few[0], using).point)
                      for using in runs.sets}

    def core(self, using, point):
        """Warps that are whole need no table of slices (`core.simd`)."""
        words = [word for option, value in pairs(point.machine_words())
                 if not value.startswith("core.simd=") for word in (option, value)]
        return Core(using, self.ask("cost", *words), self.gates)


def pairs(words):
    """(option, value), …"""
    rest = iter(words)
    return zip(rest, rest)
