# SPDX-License-Identifier: Apache-2.0
"""Maps one module onto standard cells with yosys and abc, and counts what came out."""

import json
import shutil
import subprocess
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
_REGISTERS = ("DFFNEGX1", "DFFPOSX1", "DFFSR", "LATCH")


def abc_program():
    """The name under which abc is installed, or None."""
    return shutil.which("berkeley-abc") or shutil.which("yosys-abc")


def _yosys(commands):
    done = subprocess.run(["yosys", "-q", "-e", "implicitly declared", "-p", "; ".join(commands)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"yosys: {(done.stdout + done.stderr).strip()[-500:]}")


def _elaborate(module, parameters, liberty, path):
    """The module as gates and registers of the library."""
    rtl = SOURCES / "rtl"
    chosen = "".join(f" -chparam {name} {value}" for name, value in parameters.items())
    # Only what the module needs: yosys numbers all that it reads, and abc's answer depends on that.
    _yosys([f"read_verilog -sv -defer {rtl}/lanefold_pkg.sv {rtl}/{module}.sv",
            f"hierarchy -check -libdir {rtl} -top {module}{chosen}", "proc", "flatten", "opt", "memory_map", "opt",
            "techmap", "opt", "check -assert", f"dfflibmap -liberty {liberty}", "opt",
            "rename -top top", f"write_ilang {path}"])


def _map(gates, recipe, liberty, work):
    """The netlist of one recipe: Verilog for OpenSTA, JSON for counting."""
    script = work / "recipe.abc"
    script.write_text("\n".join(RECIPES[recipe]) + "\n", encoding="utf-8")
    netlist = work / f"{recipe}.v"
    # Only ports may keep names that they have in the source: OpenSTA cannot read the others.
    _yosys([f"read_ilang {gates}", f"abc -exe {abc_program()} -liberty {liberty} -script {script}",
            "opt_clean -purge", "splitnets -ports -format _", "opt_clean -purge",
            "select -set inner w:* x:* %d c:* %u", "rename -hide @inner", "select -clear",
            f"write_verilog -noattr -noexpr {netlist}",
            f"write_json {netlist.with_suffix('.json')}"])
    return netlist


def _levels(cells, ports):
    """Cells on the longest way between inputs, registers and outputs."""
    drivers = {}
    for cell in cells:
        if cell["type"] not in _REGISTERS:
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] == "output":
                    drivers[bits[0]] = cell
    depth = {}

    def visit(root):
        stack = [root]
        while stack:
            net = stack[-1]
            sources = [bits[0] for port, bits in drivers[net]["connections"].items()
                       if drivers[net]["port_directions"][port] == "input" and bits[0] in drivers]
            waiting = [source for source in sources if source not in depth]
            stack.extend(waiting)
            if not waiting:
                depth[net] = 1 + max((depth[source] for source in sources), default=0)
                stack.pop()

    ends = [bit for port in ports.values() if port["direction"] == "output" for bit in port["bits"]]
    ends += [bits[0] for cell in cells if cell["type"] in _REGISTERS
             for bits in cell["connections"].values()]
    for end in ends:
        if end in drivers and end not in depth:
            visit(end)
    return max((depth[end] for end in ends if end in depth), default=0)


def _count(netlist, library):
    """What the cells of a netlist cost together."""
    top = json.loads(netlist.with_suffix(".json").read_text(encoding="utf-8"))["modules"]["top"]
    cells = list(top["cells"].values())
    for cell in cells:
        cell["port_directions"] = _directions(cell)
    area = sum(library[cell["type"]].area for cell in cells)
    return {"cells": len(cells),
            "registers": sum(cell["type"] in _REGISTERS for cell in cells),
            "area_um2": area,
            "gate_equivalents": round(area / library["NAND2X1"].area, 1),
            "transistors": sum(library[cell["type"]].transistors for cell in cells),
            "levels": _levels(cells, top["ports"])}


def _directions(cell):
    """Outputs of this library's cells are named Y, Q, YC or YS."""
    return {port: "output" if port in ("Y", "Q", "YC", "YS") else "input"
            for port in cell["connections"]}


def synthesise(module, parameters, library, liberty, work):
    """The figures of one module: those of the recipe with the shortest path."""
    gates = work / "gates.il"
    _elaborate(module, parameters, liberty, gates)
    clocked = "clk_i" in (SOURCES / f"rtl/{module}.sv").read_text(encoding="utf-8")
    results = []
    for recipe in RECIPES:
        netlist = _map(gates, recipe, liberty, work)
        figures = {"recipe": recipe, **_count(netlist, library)}
        figures["path_ns"] = round(critical_path(liberty, netlist, clocked, work), 4)
        results.append(figures)
    return min(results, key=lambda figures: (figures["path_ns"], figures["area_um2"]))
