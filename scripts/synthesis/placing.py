# SPDX-License-Identifier: Apache-2.0
"""Places and routes a mapped netlist with the tools of qflow, and extracts its wires. The cells
stay those that abc chose: only the wires are new."""

import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple, Optional

from cells import Cell
from clock_tree import CLOCK, with_clock_tree
from lef import Layout, read_layout
from liberty import read_text
from netlists import blif, read_netlist, terminals_of, verilog
from processes import run
from routing import read_routing
from spef import paragraph, spef
from wires import extract

SCRIPTS = Path("/usr/lib/qflow/scripts")
PROGRAMS = ("graywolf", "qrouter", "tclsh")
SEEDS = (1, 2**31 - 1)  # what graywolf takes
SEED = 12345  # without another
DENSITIES = (30, 100)  # percent of the rows
_LONGEST = 3600  # seconds of one tool; the largest twin that is routed takes a third of it
# Narrow cells have their pins close together, so that two vias must stand on each other: the rules of the process
# (osu018.par) allow that. Gaps between cells are fill cells; place2def wants to know one in any case.
_ROUTE = ["via stack all", "read_def top.def", "qrouter::standard_route routed.def false", "quit"]
_FILL = "FILL"


class Technology(NamedTuple):
    """What cells look like, graywolf's parameters, the share of the rows that cells fill, and the buffer of a clock
    tree, if there is to be one."""

    lef: str
    layout: Layout
    parameters: str
    density: float = 1.0
    buffer: Optional[Cell] = None


class Placed(NamedTuple):
    """A netlist with the names of the placed cells, what its wires add to it, where both are, the measures of this, and
    the number of buffers of its clock tree."""

    netlist: Path
    spef: Path
    routed: Path
    figures: dict
    buffers: int


def missing():
    """The programs that placing needs and that are not installed."""
    absent = [program for program in PROGRAMS if not shutil.which(program)]
    return absent + ([] if SCRIPTS.is_dir() else [str(SCRIPTS)])


def technology(files, seed, density=100):
    """Of a library's files; graywolf's answer is always the same for the same seed and density."""
    if not files.lef:
        raise ValueError(f"{files.lib} says nothing of the layout, so that it cannot be placed; valid are osu018, and "
                         "a folder with one .lib, one .lef, one .sp and one .par")
    found = sorted(files.lef.parent.glob("*.par"))
    if len(found) != 1:
        raise ValueError(f"there are {len(found)} files *.par in {files.lef.parent}; graywolf needs the rules of the "
                         "process in one")
    text = read_text(files.lef)
    parameters, count = re.subn(r"(?m)^(\*random\.seed\s*:).*", rf"\1 {seed}", read_text(found[0]))
    if count != 1:
        raise ValueError(f"{found[0]} has {count} lines *random.seed; needed is one")
    return Technology(text, read_layout(text, files.lef), parameters, density / 100)


class _Flow:
    """Runs tools in a folder of their own for one module."""

    def __init__(self, module, work):
        self.module = module
        self.folder = Path(tempfile.mkdtemp(dir=work))

    def fail(self, tool, words, log):
        """One sentence; the log outlives the folder."""
        handle, kept = tempfile.mkstemp(".log", f"lanefold-synth-{self.module}-{tool}-")
        os.close(handle)
        shutil.copyfile(log, kept)
        raise RuntimeError(f"{tool} {words}; its log is {kept}")

    def run(self, tool, *arguments, makes, longest=_LONGEST):
        """Runs a tool that has to make a file, and returns its log."""
        log = self.folder / f"{tool}.log"
        surroundings = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        command = str(SCRIPTS / tool) if tool.endswith(".tcl") else tool
        code, _ = run(["sh", "-c", 'exec "$@" > "$0" 2>&1', str(log), command, *arguments], longest,
                      cwd=self.folder, env={**surroundings, "HOME": str(self.folder)})
        if code is None:
            self.fail(tool, f"did not end on {self.module} within {longest} seconds", log)
        if code or not (self.folder / makes).is_file():
            self.fail(tool, f"failed on {self.module}" + (f" with {code}" if code else f": there is no {makes}"), log)
        return log.read_text(encoding="utf-8", errors="replace")


def _arrange(flow, process, netlist, makes):
    """Has graywolf place a netlist."""
    folder = flow.folder
    (folder / "top.blif").write_text(blif(netlist), encoding="utf-8")
    (folder / "cells.lef").write_text(process.lef, encoding="utf-8")
    (folder / "top.par").write_text(process.parameters, encoding="utf-8")
    (folder / "top.cfg").write_text("read_lef cells.lef\n", encoding="utf-8")
    flow.run("qrouter", "-nog", "-i", "top.info", "-c", "top.cfg", makes="top.info")
    flow.run("blif2cel.tcl", "--blif", "top.blif", "--lef", "cells.lef", "--cel", "top.cel", makes="top.cel")
    if process.density < 1:
        flow.run("decongest.tcl", "top", "cells.lef", _FILL, str(process.density), makes="top.acel")
        (folder / "top.acel").replace(folder / "top.cel")
    flow.run("graywolf", "-n", "top", makes=makes)


def _with_tree(flow, process, netlist):
    """The netlist with a clock tree by the places that its cells have without one; the same without a clock. Of routes,
    which graywolf plans behind placing, nothing is needed here."""
    if CLOCK not in netlist.inputs:
        return netlist
    parameters = re.sub(r"(?m)^TWSC\*do\.global\.route.*\n", "", process.parameters)
    process = process._replace(parameters=f"{parameters.rstrip()}\nTWSC*do.global.route : off\n")
    _arrange(flow, process, netlist, "top.pl1")
    return with_clock_tree(netlist, read_places(read_text(flow.folder / "top.pl1")), process.buffer)


def read_places(text):
    """{instance: (left, bottom)} of graywolf's placement; what it has fill cells before is named so."""
    rows = (line.split() for line in text.splitlines())
    return {row[0].rpartition(".")[2]: (int(row[1]), int(row[2])) for row in rows if row}


def _place(flow, process, netlist):
    """Places a netlist as the folder's top.def, and returns where its cells are."""
    _arrange(flow, process, netlist, "top.pin")
    flow.run("place2def.tcl", "top", _FILL, makes="top.def")
    return read_routing(read_text(flow.folder / "top.def"), flow.folder / "top.def").cells


def _route(flow, cells):
    """Connects the cells of the folder's top.def by wires, as routed.def."""
    folder = flow.folder
    if len({place[1] for _, place, _ in cells.values()}) > 1:  # arrangepins cannot work with a single row
        flow.run("arrangepins.tcl", "top", makes="top_mod.def")
        (folder / "top_mod.def").replace(folder / "top.def")
    commands = ["verbose 1", "read_lef cells.lef", *read_text(folder / "top.obs").splitlines(), *_ROUTE]
    (folder / "top.cfg").write_text("\n".join(commands) + "\n", encoding="utf-8")
    log = flow.run("qrouter", "-nog", "-s", "top.cfg", makes="routed.def")
    unrouted = re.search(r"^Final: Failed net routes: (\d+)", log, re.MULTILINE)
    if unrouted:
        flow.fail("qrouter", f"left {unrouted[1]} nets of {flow.module} without wires", folder / "qrouter.log")


def _wires(routing, layout, netlist, cells, flow):
    """The networks of all nets, as SPEF, and their length and capacitance."""
    def direction(instance, pin):
        of_it = netlist.outputs if instance == "PIN" else cells[routing.cells[instance][0]].outputs
        return "O" if pin in of_it else "I"

    paragraphs, length, farads = [], 0, 0
    for name, wanted in terminals_of(netlist).items():
        try:
            if name not in routing.nets or set(routing.nets[name].terminals) != wanted:
                raise ValueError("it is another one in the layout")
            network = extract(routing.nets[name], routing, layout)
        except ValueError as error:
            flow.fail("qrouter", f"did not connect the net {name} of {flow.module}: {error}",
                      flow.folder / "routed.def")
        terminals = [(*terminal, direction(*terminal)) for terminal in routing.nets[name].terminals]
        paragraphs.append(paragraph(name, terminals, network))
        length += network.length
        farads += sum(network.farads.values())
    return spef(paragraphs), length, farads


def place(module, mapped, cells, process, work):
    """Places and routes the netlist that `mapped` has in yosys' JSON."""
    bare = read_netlist(json.loads(mapped.read_text(encoding="utf-8"))["modules"]["top"])
    netlist = _with_tree(_Flow(module, work), process, bare) if process.buffer else bare
    flow = _Flow(module, work)
    _route(flow, _place(flow, process, netlist))
    routing = read_routing(read_text(flow.folder / "routed.def"), flow.folder / "routed.def")
    text, length, farads = _wires(routing, process.layout, netlist, cells, flow)
    placed = Placed(flow.folder / "top.v", flow.folder / "top.spef", flow.folder / "routed.def",
                    {"die_area": round(routing.area(), 1), "wire_length": round(length, 1),
                     "wire_pf": round(farads, 4)}, len(netlist.cells) - len(bare.cells))
    placed.netlist.write_text(verilog(netlist), encoding="utf-8")
    placed.spef.write_text(text, encoding="utf-8")
    return placed
