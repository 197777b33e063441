# SPDX-License-Identifier: Apache-2.0
"""Maps one module onto standard cells with yosys and abc, and counts what came out."""

import json
import math
import re
import shutil
import subprocess
from collections import Counter
from itertools import product
from pathlib import Path

from timing import critical_path

SOURCES = Path(__file__).resolve().parents[2]

# Ways through abc; the mapping whose path OpenSTA finds shortest is kept. Both restructure for
# depth (if -g balances sums of products), map, limit the fan-out by buffers and size the cells.
_SIZING = ["buffer -c -N 6", "topo", "upsize -D 1", "dnsize", "upsize", "dnsize"]
RECIPES = {
    "balance": ["strash", "&get -n", "&st", "&if -g -K 6", "&st", "&dch -f", "&nf", "&put"]
               + _SIZING,
    "rewrite": ["strash", "ifraig", "scorr", "dc2", "dc2", "strash", "if -g -K 6", "strash",
                "&get -n", "&dch -f", "&nf", "&put"] + _SIZING,
}


PROGRAMS = ("yosys", "sta", ("berkeley-abc", "yosys-abc"))  # what mapping and timing run


# Modules whose parts yosys 0.23 derives twice, and fails, if the parameters come with the hierarchy.
WITH_BLOCKS = ("compaction_datapath", "slip_unit")


def abc_program():
    """The name under which abc is installed, or None."""
    return shutil.which("berkeley-abc") or shutil.which("yosys-abc")


def yosys(commands):
    """Runs it; a RuntimeError has what it says when it fails."""
    done = subprocess.run(["yosys", "-q", "-e", "implicitly declared", "-p", "; ".join(commands)],
                          capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise RuntimeError(f"yosys: {(done.stdout + done.stderr).strip()[-500:]}")


def hierarchy(module, parameters):
    """The module with these parameters, of all that it consists of."""
    rtl = SOURCES / "rtl"
    # Only what the module needs: yosys numbers all that it reads, and abc's answer depends on that.
    read = f"read_verilog -sv -defer {rtl}/lanefold_pkg.sv {rtl}/{module}.sv"
    top = f"hierarchy -check -libdir {rtl} -top {module}"
    if module in WITH_BLOCKS:
        settings = "".join(f" -set {name} {value}" for name, value in parameters.items())
        return [read, f"chparam{settings} {module}", top]
    return [read, top + "".join(f" -chparam {name} {value}" for name, value in parameters.items())]


def is_legal(module, parameters):
    """Whether the module's RTL ends its elaboration with these parameters without a $fatal."""
    try:
        yosys(hierarchy(module, parameters))
    except RuntimeError as error:
        if "ERROR: FATAL" not in str(error):
            raise
        return False
    return True


def write_verilog_2005(module, parameters, path):
    """The module without its hierarchy, as registers and expressions of IEEE 1364-2005."""
    yosys([*hierarchy(module, parameters), "proc", "flatten", "opt_clean", f"rename -top {module}",
           f"write_verilog -noattr {path}"])


def _elaborate(module, parameters, library, path):
    """The module as gates and registers of the library."""
    try:
        yosys([*hierarchy(module, parameters), "proc", "flatten", "opt", "memory_map", "opt",
                "techmap", "opt", "check -assert", f"dfflibmap -liberty {library.copy}", "opt",
                "rename -top top", f"write_ilang {path}"])
    except RuntimeError as error:
        line = re.search(r"in liberty file on line (\d+)", str(error))
        if line:
            raise ValueError(f"{library.source}:{line[1]}: yosys cannot read it") from error
        register = re.search(r"\(type \$_(\w+)_\) cannot be legalized: (.*)", str(error))
        if not register:
            raise
        raise ValueError(f"{library.source} has no flip-flop for {module}, which needs yosys' type {register[1]}: "
                         f"{register[2]}") from error


def _drivers(driven, library, work):
    """abc's options for what drives its inputs, some of which are outputs of registers: nothing, which
    it takes for endlessly strong, and where that is asked for an inverter as well."""
    if not driven:
        return [""]
    constraints = work / "driven.constr"
    constraints.write_text(f"set_driving_cell {library.inverter.name}\n", encoding="utf-8")
    return ["", f" -constr {constraints}"]


def _map(gates, recipe, driver, library, work):
    """The netlist of one recipe: Verilog for OpenSTA, JSON for counting."""
    script = work / "recipe.abc"
    script.write_text("\n".join(RECIPES[recipe]) + "\n", encoding="utf-8")
    netlist = work / f"{recipe}{'-driven' if driver else ''}.v"
    try:
        # Only ports may keep names that they have in the source: OpenSTA cannot read the others.
        yosys([f"read_ilang {gates}", f"abc -exe {abc_program()} -liberty {library.copy} -script {script}"
                f"{driver}", "opt_clean -purge", "splitnets -ports -format _", "opt_clean -purge",
                "select -set inner w:* x:* %d c:* %u", "rename -hide @inner", "select -clear",
                f"write_verilog -noattr -noexpr {netlist}",
                f"write_json {netlist.with_suffix('.json')}"])
    except RuntimeError as error:
        raise _reason(error, library) from error
    return netlist


def _reason(error, library):
    """Why yosys could not map: of what abc says it passes on nothing."""
    if "ABC" not in str(error):
        return error
    if not library.faults:
        return RuntimeError(f"abc cannot map onto the cells of {library.source}")
    line, words = library.faults[0]
    return ValueError(f"{library.source}:{line}: {words}, and abc cannot map onto these cells")


def _levels(cells, ports, library):
    """Cells on the longest way between inputs, registers and outputs."""
    nets = {}  # of each output, those of the inputs of its cell
    ends = [bit for port in ports.values() if port["direction"] == "output" for bit in port["bits"]]
    for cell in cells:
        pins = {port: bits[0] for port, bits in cell["connections"].items() if bits}
        kind = library.cells[cell["type"]]
        if kind.register:
            ends += pins.values()
        else:
            inputs = [pins[name] for name in kind.inputs if name in pins]
            nets.update((pins[name], inputs) for name in kind.outputs if name in pins)
    depth = {}

    def visit(root):
        stack = [root]
        while stack:
            sources = [net for net in nets[stack[-1]] if net in nets]
            waiting = [net for net in sources if net not in depth]
            if not waiting:
                depth[stack.pop()] = 1 + max((depth[net] for net in sources), default=0)
            stack.extend(waiting)

    for end in ends:
        if end in nets and end not in depth:
            visit(end)
    return max((depth[end] for end in ends if end in depth), default=0)


def _gate_equivalents(cells, library):
    """The area of cells in two-input NANDs."""
    return round(math.fsum(cell.area for cell in cells) / library.nand2.area, 1)


def _count(netlist, module, library):
    """What the cells of a netlist cost together."""
    top = json.loads(netlist.with_suffix(".json").read_text(encoding="utf-8"))["modules"]["top"]
    cells = list(top["cells"].values())
    for cell in cells:
        if cell["type"] not in library.cells:
            raise ValueError(f"{library.source} has no cell for {module}, which needs yosys' type {cell['type']}")
    costs = [library.cell(cell["type"]) for cell in cells]
    transistors = [cost.transistors for cost in costs]
    return {"cells": len(cells),
            "registers": sum(cost.register for cost in costs),
            "register_gate_equivalents": _gate_equivalents((cost for cost in costs if cost.register), library),
            "area": round(math.fsum(cost.area for cost in costs), 4),
            "gate_equivalents": _gate_equivalents(costs, library),
            "types": dict(sorted(Counter(cost.name for cost in costs).items())),
            "transistors": None if None in transistors else sum(transistors),
            "levels": _levels(cells, top["ports"], library)}


def is_clocked(module):
    """Whether it has registers."""
    return "clk_i" in (SOURCES / f"rtl/{module}.sv").read_text(encoding="utf-8")


def synthesise(module, parameters, library, period, work, driven=False):
    """The figures of one module: those of the mapping with the shortest path, whose netlist stays in `work`."""
    gates = work / "gates.il"
    _elaborate(module, parameters, library, gates)
    results = []
    for recipe, driver in product(RECIPES, _drivers(driven and is_clocked(module), library, work)):
        netlist = _map(gates, recipe, driver, library, work)
        figures = {"recipe": netlist.stem, **_count(netlist, module, library)}
        figures["path_ns"] = critical_path(library, netlist, is_clocked(module), period, work)
        results.append(figures)
    return min(results, key=lambda figures: (figures["path_ns"], figures["area"]))
