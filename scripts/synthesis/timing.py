# SPDX-License-Identifier: Apache-2.0
"""Asks OpenSTA for the longest path of a netlist, and for the delay that paths are measured in."""

import math
import re
import subprocess

from library import load

# In ns, far longer than any path. OpenSTA gives seven digits of what is left of it.
LONGEST_PERIOD = 1000.0
_PERIOD_FO4 = 10_000  # rounded down to a power of ten
_READ = "the library is read"


def _run(commands, work):
    script = work / "sta.tcl"
    script.write_text("\n".join(commands) + "\nexit\n", encoding="utf-8")
    done = subprocess.run(["sta", "-no_splash", "-exit", str(script)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise RuntimeError(f"sta: {done.stdout.strip()[-500:] or f'ended with {done.returncode}'}")
    return done.stdout


def _read_liberty(library):
    # All figures are in ns, whatever the unit of the file is.
    return [f"read_liberty {library.copy}", f'puts "{_READ}"', "flush stdout", "set_cmd_units -time ns"]


def faults(library, work):
    """What OpenSTA has against the file: numbers of lines, and words. If it cannot read the file at
    all, that is a ValueError."""
    output = _run(_read_liberty(library) + ['puts "cells [llength [get_lib_cells */*]]"'], work)
    found = re.findall(rf"^(?:(?:Error|Warning): )?{re.escape(str(library.copy))}, line (\d+) (.*?)\.?$", output,
                       re.MULTILINE)
    broken = [(line, words) for line, words in found if "syntax error, " in words]
    if broken or "\ncells " not in f"\n{output}":
        line, words = broken[0] if broken else (1, output.strip().split("\n")[-1])
        raise ValueError(f"{library.source}:{line}: OpenSTA cannot read it: {words}")
    return [(int(line), f"OpenSTA warns: {words}") for line, words in found]


def open_library(files, work):
    """The library, with what OpenSTA has against it, FO4, and a period: see measure_fo4."""
    library = load(files, work / "cells.lib")
    library.faults = faults(library, work)
    return (library, *measure_fo4(library, work))


def ask(library, netlist, top, commands, work):
    """What OpenSTA prints when it has read a netlist and runs these commands. A complaint is a RuntimeError."""
    output = _run([*_read_liberty(library), f"read_verilog {netlist}", f"link_design {top}", *commands], work)
    answer = output.rpartition(_READ)[2]
    complaint = re.search(r"^(?:Error|Warning):.*", answer, re.MULTILINE)
    if complaint:
        raise _no_path(library, complaint[0])
    return answer


def _no_path(library, words):
    return RuntimeError(f"OpenSTA finds no path in a netlist with the cells of {library.source}: {words}")


def slack(kind, where=""):
    """The commands that print what paths leave for set-up (max) or hold (min), of each clock's worst."""
    return ["set line slack", f"foreach path [find_timing_paths -path_delay {kind} {where}] {{",
            '  append line " [get_property $path slack]"', "}", "puts $line"]


def slacks(answer, count, library):
    """The least of each time that this was asked, in ns."""
    found = [[float(text) for text in line.split()] for line in re.findall(r"^slack (\S.*)$", answer, re.MULTILINE)]
    if len(found) != count:
        raise _no_path(library, answer.strip()[-300:])
    return [min(numbers) for numbers in found]


def _report(library, netlist, top, constraints, ends, period, work):
    """The delay in ns of the slowest path to each of `ends` (Tcl lists of arguments)."""
    commands = [*constraints, *(line for end in ends for line in slack("max", end))]
    return [period - left for left in slacks(ask(library, netlist, top, commands, work), len(ends), library)]


def delays_at(clock):
    """The commands by which inputs arrive, and outputs are taken, at the edge of a clock. Reset has no edge."""
    return ["set inputs {}",
            "foreach port [all_inputs] {",
            "  set name [get_property $port full_name]",
            '  if {$name != "clk_i" && $name != "rst_ni"} { lappend inputs $port }',
            "}",
            f"set_input_delay 0 -clock {clock} $inputs",
            f"set_output_delay 0 -clock {clock} [all_outputs]"]


def critical_path(library, netlist, clocked, period, work, wires=None):
    """The longest path in ns, from input or register to output or register, set-up included. Inputs
    arrive, and outputs are taken, at the edge of an ideal clock. `wires` is a SPEF file."""
    port = " [get_ports clk_i]" if clocked else ""
    constraints = [f"create_clock -name clock -period {period}{port}", *delays_at("clock")]
    constraints += [f"read_spef {wires}"] if wires else []
    path = _report(library, netlist, "top", constraints, [""], period, work)[0]
    return round(path, 7 - round(math.log10(period)))


def _chain(cell):
    """Seven inverters, each of which drives four."""
    (output,) = cell.outputs
    lines = ["module chain (a, y5, y7);", "  input a;", "  output y5, y7;", "  wire n0;",
             "  assign n0 = a;"]
    for stage in range(7):
        net = f"n{stage + 1}"
        lines.append(f"  wire {net};")
        lines.append(f"  {cell.name} stage{stage} (.{cell.inputs[0]}(n{stage}), .{output}({net}));")
        loads = 3 if stage < 6 else 4
        lines += [f"  {cell.name} load{stage}_{i} (.{cell.inputs[0]}({net}), .{output}(open{stage}_{i}));"
                  for i in range(loads)]
        lines += [f"  wire open{stage}_{i};" for i in range(loads)]
    return lines + ["  assign y5 = n5;", "  assign y7 = n7;", "endmodule"]


def _fo4(library, period, work):
    """Two more inverters in a chain add their delays at a rising and a falling edge."""
    netlist = work / "chain.v"
    netlist.write_text("\n".join(_chain(library.cell(library.inverter.name))) + "\n", encoding="utf-8")
    constraints = [f"create_clock -name clock -period {period}",
                   "set_input_delay 0 -clock clock [get_ports a]",
                   "set_output_delay 0 -clock clock [all_outputs]"]
    shorter, longer = _report(library, netlist, "chain", constraints,
                              ["-to [get_ports y5]", "-to [get_ports y7]"], period, work)
    if longer <= shorter:
        raise ValueError(f"{library.source}:{library.inverter.line}: the inverter {library.inverter.name} takes no "
                         "time, so that nothing can be measured in FO4")
    return (longer - shorter) / 2


def measure_fo4(library, work):
    """The delay in ns of an inverter that drives four, and a period in ns for measuring paths: a
    power of ten, as short as it can be, for the digits of the figures."""
    fo4 = _fo4(library, LONGEST_PERIOD, work)
    period = min(LONGEST_PERIOD, 10.0 ** math.floor(math.log10(_PERIOD_FO4 * fo4)))
    return (fo4 if period == LONGEST_PERIOD else _fo4(library, period, work)), period
