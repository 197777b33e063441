# SPDX-License-Identifier: Apache-2.0
"""The latencies that a machine's control blocks have in cycles of a length: which blocks these are,
how many cycles each takes, and the machine with them."""

from typing import NamedTuple

from answers import cycles, path_of
from control_latency import CONTROL, latency
from mapping import is_legal
from shapes import Request

MOST = 16  # cycles, of each of these parameters
_COMPACTION = {**CONTROL, "scc-fifo": ("scc_fifo",)}


class Shape(NamedTuple):
    """Of a machine's warps; any that the RTL has."""

    lanes: int
    alu_width: int

    def __str__(self):
        return f"{self.lanes}x{self.alu_width}"


class NoSuchBlock(ValueError):
    """What the RTL cannot be."""


def shape_of(machine):
    """Of `lanefold run --print-config`, as a dictionary."""
    return Shape(machine["core"]["warp_width"], machine["core"]["alu_width"])


def control_blocks(machine):
    """The policy's control blocks, with the fewest cycles first; none where there is nothing to
    compact."""
    lanes, alu_width = shape_of(machine)
    return _COMPACTION.get(machine["core"]["compaction"], ()) if alu_width < lanes else ()


def requests(machine):
    """The control blocks of the mechanisms that the machine uses, as it has them."""
    core = machine["core"]
    if core["isa"] != "riscv":
        raise NoSuchBlock("there is no machine for code of Gen8: its compiler chooses the lanes of a warp")
    shape = shape_of(machine)
    asked = [Request(name, name) for name in control_blocks(machine)]
    if core["on_miss"] == "slip":
        asked += [Request("mdt", "mdt", (("Entries", core["slip"]["table_entries"]),)),
                  Request("slip_controller", "slip_controller")]
    if core["adaptation"]["strategy"] != "off":
        entries = max(core["warps"], min(core["slices"], core["warps"] * shape.lanes))
        asked.append(Request("asu", "asu", (("Warps", core["warps"]), ("Entries", entries))))
    if not asked:
        raise NoSuchBlock("the machine has no control with a latency; one with core.compaction other than none and an "
                          "ALU narrower than its warps has, or with core.on_miss=slip, or with "
                          "core.adaptation.strategy other than off")
    for one in asked:
        parameters = one.parameters(shape)
        if not is_legal(one.module, parameters):
            values = ", ".join(f"{name} {value}" for name, value in parameters.items())
            raise NoSuchBlock(f"there is no {one.module} of {values}, as the machine would need it")
    return asked


def latencies(machine, rows, budget):
    """The parameters of the machine, by dotted name, from the rows of `scripts/synth` for what it asks for."""
    paths = {row["module"]: path_of(row) for row in rows}
    found = {}
    control = [paths[name] for name in control_blocks(machine)]
    if control:
        found["core.compaction_latency"] = latency(control, budget)
    if "mdt" in paths:
        # The table's answer is there in the next cycle, and the controller's in the same.
        found["core.slip.latency"] = sum(cycles(paths[name], budget) - 1 for name in ("mdt", "slip_controller"))
    if "asu" in paths:
        found["core.adaptation.step_cycles"] = cycles(paths["asu"], budget)
    for name, value in found.items():
        if value > MOST:
            raise ValueError(f"{name} would be {value}, above {MOST}: {budget} FO4 are too short a cycle")
    return found


def with_parameters(text, values):
    """A machine as `--print-config` prints it, with other values; each parameter is a line of its own."""
    section, lines, left = "", [], dict(values)
    for line in text.splitlines():
        if line.startswith("["):
            section = line[1:line.index("]")] + "."
        name = section + line.partition(" = ")[0]
        lines.append(f"{line.partition(' = ')[0]} = {left.pop(name)}" if name in left else line)
    if left:
        raise ValueError(f"the machine has no {', '.join(left)}")
    return "\n".join(lines) + "\n"
