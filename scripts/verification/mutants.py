# SPDX-License-Identifier: Apache-2.0
"""Puts many single faults into the RTL's netlists, each switched on by its number at run time."""

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from blocks import BLOCKS, CONTROL_BLOCKS, CROSSBAR_PARTS, DATAPATH_PARTS, MODULES, PIPELINES
from rtl_header import read_header
from yosys import read_rtl, rtl_files, run_yosys, set_parameters

NUMBER_BITS = 16
# In a module: the number of the fault that is on.
MUTANT_NUMBER = f"""  logic [{NUMBER_BITS - 1}:0] mutant_i;
  initial begin
    if (!$value$plusargs("mutant=%d", mutant_i)) mutant_i = 0;
  end
"""


@dataclass
class Mutant:
    """One fault of one netlist."""

    number: int
    command: str  # of yosys, without the number

    def describe(self):
        """Kind, cell or wire, and the line of the source."""
        words = self.command.split()
        options = dict(zip(words[1::2], words[2::2]))
        place = Path(options.get("-src", "")).name or options["-cell"]
        what = f"{options['-mode']} at {options['-port']}[{options.get('-portbit', 0)}] of {place}"
        if "-wire" in options:
            what += f" ({options['-wire']}[{options.get('-wirebit', 0)}])"
        return what


@dataclass
class Netlist:
    """A module with one set of parameters."""

    module: str
    parameters: dict
    tests: str  # filter for the bench
    mutants: list = field(default_factory=list)

    def name(self):
        """Of the mutated module."""
        return "_".join([self.module, "mutated", *map(str, self.parameters.values())])

    def shape(self):
        """The parameters in words."""
        return ", ".join(f"{name} {value}" for name, value in self.parameters.items())


def netlists(module, lanes, width):
    """All shapes of a module that a geometry uses and that get faults, and the benches that see each."""
    block = BLOCKS[module]
    return [Netlist(module, shape.parameters, block.tests(shape)) for shape in block.mutated_shapes(lanes, width)]


# Blocks that are netlists of their own, and the blocks around them.
BLOCKS_INSIDE = {
    "compaction_sequencer": (*CONTROL_BLOCKS, "scc_control"),
    "compaction_datapath": ("exec_mask", "compaction_sequencer", "register_banks", "operand_latch", "swizzle_crossbar",
                            "unswizzle"),
}


def list_mutations(netlist, count, seed, folder):
    """`count` different faults of the module, spread over it evenly; fewer if it has no more."""
    path = folder / f"{netlist.name()}.list"
    # The blocks in it stay what they are: their faults are listed on their own.
    library = [file for file in rtl_files() if file.stem in BLOCKS_INSIDE.get(netlist.module, ())]
    files = [file for file in rtl_files() if file not in library]
    run_yosys(
        [read_rtl(files),
         *[f"read_verilog -sv -lib {file}" for file in library],
         set_parameters(netlist.parameters, netlist.module),
         f"hierarchy -check -top {netlist.module}", "proc",
         "flatten", "opt", "wreduce", "opt_clean", f"rename -top {netlist.name()}",
         f"select {netlist.name()}", f"write_rtlil -selected {folder / netlist.name()}.il",
         f"mutate -list {2 * count + 1} -seed {seed} -o {path} {netlist.name()}"],
        folder / f"{netlist.name()}_list.ys")
    commands = dict.fromkeys(path.read_text(encoding="utf-8").splitlines())
    # Without the blocks themselves yosys takes their inputs for outputs. Outputs that nobody uses have no faults.
    return [command for command in commands if not re.search(r" -port \w+_i |unused_", command)][:count]


def write_netlist(netlist, folder):
    """The mutated netlist as Verilog, and as RTLIL for proofs."""
    faults = folder / f"{netlist.name()}.faults"
    faults.write_text("".join(
        f"{mutant.command} -ctrl mutant_i {NUMBER_BITS} {mutant.number}\n"
        for mutant in netlist.mutants), encoding="utf-8")
    # Vectors whose bits depend on each other look like loops to Verilator 5.006, which then
    # computes them wrongly.
    split = ["splitnets -ports -format __", "opt_clean"]
    if netlist.module not in (*CONTROL_BLOCKS, *PIPELINES, "register_banks"):
        split = []
    run_yosys(
        [f"read_rtlil {folder / netlist.name()}.il", f"script {faults}", "opt_clean",
         f"write_rtlil {folder / netlist.name()}_all.il", *split,
         f"write_verilog -noattr {folder / netlist.name()}.v"],
        folder / f"{netlist.name()}.ys")


def _connections(netlist, folder):
    """The netlist's ports, some of them split into bits, to the ports of the original."""
    text = (folder / f"{netlist.name()}.v").read_text(encoding="utf-8")
    names = re.findall(r"^  (?:input|output) (?:\[.*\] )?(\w+);", text, re.MULTILINE)
    split = {name: re.fullmatch(r"(\w+?)_(\d+)_", name) for name in names}
    return ",\n        ".join(f".{name}({match[1]}[{match[2]}])" if match else f".{name}({name})"
                              for name, match in split.items())


def write_wrapper(module, module_netlists, folder, rtl):
    """A module of the original's name and ports that holds the mutated netlists."""
    lines = [read_header(module).text, MUTANT_NUMBER]
    for number, netlist in enumerate(module_netlists):
        condition = " && ".join(f"{name} == {value}" for name, value in netlist.parameters.items())
        connections = _connections(netlist, folder)
        lines += [f"  if ({condition}) begin : gen_{number}",
                  f"    {netlist.name()} u_netlist ({connections});", "  end"]
    lines.append("endmodule\n")
    bodies = [(folder / f"{netlist.name()}.v").read_text(encoding="utf-8")
              for netlist in module_netlists]
    text = "\n".join(lines) + "\n".join(bodies)
    if module in BLOCKS_INSIDE:
        text = _with_faultless_blocks(module, text)
    (rtl / f"{module}.sv").write_text(text, encoding="utf-8")


def _with_faultless_blocks(module, text):
    """The blocks inside a module, and their parts, under names of their own, without faults."""
    outer = {"lanefold_pkg", module, *CROSSBAR_PARTS, *DATAPATH_PARTS, *MODULES}.difference(BLOCKS_INSIDE[module])
    for name in BLOCKS_INSIDE[module]:
        outer = outer.difference(BLOCKS_INSIDE.get(name, ()))
    inner = [file for file in rtl_files() if file.stem not in outer]
    names = "|".join(file.stem for file in inner)
    text += "".join(file.read_text(encoding="utf-8") for file in inner)
    return re.sub(rf"(?<!\w)({names})(?=\s+#|;| \(|\s+u_)", r"faultless_\1", text)


def write_mutated_rtl(modules, lanes, width, count, seed, folder):
    """Fills folder/rtl; gives the netlists with their mutants, numbered from 1 without gaps."""
    rtl = folder / "rtl"
    shutil.rmtree(rtl, ignore_errors=True)
    rtl.mkdir(parents=True)
    for file in rtl_files():
        shutil.copy(file, rtl)
    everything, number = [], 0
    for index, module in enumerate(modules):
        # As many for each module; what remains goes to the last ones.
        share = count // len(modules) + (index >= len(modules) - count % len(modules))
        shapes = netlists(module, lanes, width)
        for i, netlist in enumerate(shapes):
            part = share // len(shapes) + (i < share % len(shapes))
            for command in list_mutations(netlist, part, seed, folder):
                number += 1
                netlist.mutants.append(Mutant(number, command))
        if any(netlist.mutants for netlist in shapes):
            for netlist in shapes:
                write_netlist(netlist, folder)
            write_wrapper(module, shapes, folder, rtl)
        everything += [netlist for netlist in shapes if netlist.mutants]
    return everything
