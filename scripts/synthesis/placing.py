# SPDX-License-Identifier: Apache-2.0
"""Places and routes a mapped netlist with the tools of qflow, and extracts its wires. The cells
stay those that abc chose: only the wires are new."""

import json
import os
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from lef import Layout, read_layout
from liberty import read_text
from processes import run
from routing import read_routing
from spef import paragraph, spef
from wires import extract

SCRIPTS = Path("/usr/lib/qflow/scripts")
PROGRAMS = ("graywolf", "qrouter", "tclsh")
SEEDS = (1, 2**31 - 1)  # what graywolf takes
SEED = 12345  # without another
_LONGEST = 1800  # seconds of one tool; the largest twin that is routed takes a tenth of it
# Narrow cells have their pins close together, so that two vias must stand on each other: the rules of the process
# (osu018.par) allow that. graywolf inserts no fill cells, but place2def wants to know one.
_ROUTE = ["via stack all", "read_def top.def", "qrouter::standard_route routed.def false", "quit"]
_FILL = "FILL"


class Technology(NamedTuple):
    """What cells look like, and graywolf's parameters."""

    lef: str
    layout: Layout
    parameters: str


class Netlist(NamedTuple):
    """The ports, each a net of its own, and the cells (type, name, {pin: net or constant})."""

    inputs: list
    outputs: list
    cells: list


class Placed(NamedTuple):
    """A netlist with the names of the placed cells, what its wires add to it, and the measures of both."""

    netlist: Path
    spef: Path
    figures: dict


def missing():
    """The programs that placing needs and that are not installed."""
    absent = [program for program in PROGRAMS if not shutil.which(program)]
    return absent + ([] if SCRIPTS.is_dir() else [str(SCRIPTS)])


def technology(files, seed):
    """Of a library's files; graywolf's answer is always the same for the same seed."""
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
    return Technology(text, read_layout(text, files.lef), parameters)


def read_netlist(top):
    """The netlist of a module in yosys' JSON. An output that is a constant or another port again has
    no wire of its own, nor has an input that no cell uses: they are left out."""
    nets, ports = {}, {"input": [], "output": []}
    for name, port in sorted(top["ports"].items(), key=lambda item: item[1]["direction"]):
        if isinstance(port["bits"][0], int) and port["bits"][0] not in nets:
            nets[port["bits"][0]] = name
            ports[port["direction"]].append(name)
    cells, numbers = [], Counter()
    for cell in top["cells"].values():
        numbers[cell["type"]] += 1
        pins = {pin: nets.setdefault(bits[0], f"n{bits[0]}") if isinstance(bits[0], int) else f"1'b{bits[0]}"
                for pin, bits in cell["connections"].items() if bits}
        cells.append((cell["type"], f"{cell['type']}_{numbers[cell['type']]}", pins))
    used = {net for _, _, pins in cells for net in pins.values()}
    return Netlist([name for name in ports["input"] if name in used], ports["output"], cells)


def blif(netlist):
    """For qflow, which numbers the cells of each type from 1. Constants come from the rails, not from wires."""
    lines = [".model top", f".inputs {' '.join(netlist.inputs)}", f".outputs {' '.join(netlist.outputs)}"]
    lines += [" ".join([f".gate {kind}"] + [f"{pin}={net}" for pin, net in pins.items() if "'" not in net])
              for kind, _, pins in netlist.cells]
    return "\n".join(lines + [".end"]) + "\n"


def verilog(netlist):
    """For OpenSTA."""
    lines = [f"module top ({', '.join(netlist.inputs + netlist.outputs)});"]
    lines += [f"  input {name};" for name in netlist.inputs] + [f"  output {name};" for name in netlist.outputs]
    lines += [f"  {kind} {name} ({', '.join(f'.{pin}({net})' for pin, net in pins.items())});"
              for kind, name, pins in netlist.cells]
    return "\n".join(lines + ["endmodule"]) + "\n"


def terminals_of(netlist):
    """What each net joins that has a wire: (instance, pin) or ("PIN", port)."""
    nets = {name: {("PIN", name)} for name in netlist.inputs + netlist.outputs}
    for _, instance, pins in netlist.cells:
        for pin, net in pins.items():
            nets.setdefault(net, set()).add((instance, pin))
    return {name: terminals for name, terminals in nets.items() if "'" not in name and len(terminals) > 1}


class _Flow:
    """Runs tools in one folder for one module."""

    def __init__(self, module, folder):
        self.module = module
        self.folder = folder

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


def _route(flow, process):
    """Places and routes the folder's top.blif."""
    folder = flow.folder
    (folder / "cells.lef").write_text(process.lef, encoding="utf-8")
    (folder / "top.par").write_text(process.parameters, encoding="utf-8")
    (folder / "top.cfg").write_text("read_lef cells.lef\n", encoding="utf-8")
    flow.run("qrouter", "-nog", "-i", "top.info", "-c", "top.cfg", makes="top.info")
    flow.run("blif2cel.tcl", "--blif", "top.blif", "--lef", "cells.lef", "--cel", "top.cel", makes="top.cel")
    flow.run("graywolf", "-n", "top", makes="top.pin")
    flow.run("place2def.tcl", "top", _FILL, makes="top.def")
    placed = read_routing(read_text(folder / "top.def"), folder / "top.def")
    if len({place[1] for _, place, _ in placed.cells.values()}) > 1:  # arrangepins cannot work with a single row
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
    flow = _Flow(module, Path(tempfile.mkdtemp(dir=work)))
    netlist = read_netlist(json.loads(mapped.read_text(encoding="utf-8"))["modules"]["top"])
    (flow.folder / "top.blif").write_text(blif(netlist), encoding="utf-8")
    _route(flow, process)
    routing = read_routing(read_text(flow.folder / "routed.def"), flow.folder / "routed.def")
    text, length, farads = _wires(routing, process.layout, netlist, cells, flow)
    placed = Placed(flow.folder / "top.v", flow.folder / "top.spef",
                    {"die_area": round(routing.area(), 1), "wire_length": round(length, 1),
                     "wire_pf": round(farads, 4)})
    placed.netlist.write_text(verilog(netlist), encoding="utf-8")
    placed.spef.write_text(text, encoding="utf-8")
    return placed
