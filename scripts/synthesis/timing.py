# SPDX-License-Identifier: Apache-2.0
"""Asks OpenSTA for the longest path of a netlist, and for the delay that paths are measured in."""

import re
import subprocess

PERIOD = 1000.0  # in ns, far longer than any path


def _sta(commands, work):
    script = work / "sta.tcl"
    script.write_text("\n".join(commands) + "\nexit\n", encoding="utf-8")
    done = subprocess.run(["sta", "-no_splash", "-exit", str(script)], capture_output=True,
                          text=True, check=False)
    output = done.stdout + done.stderr
    if done.returncode != 0 or re.search(r"^(Error|Warning):", output, re.MULTILINE):
        raise RuntimeError(f"sta: {output.strip()[-500:]}")
    return output


def _report(liberty, netlist, top, constraints, ends, work):
    """The delay in ns of the slowest path to each of `ends` (Tcl lists of arguments)."""
    commands = [f"read_liberty {liberty}", f"read_verilog {netlist}", f"link_design {top}",
                *constraints]
    for end in ends:
        commands += [f"set path [lindex [find_timing_paths -path_delay max {end}] 0]",
                     f'puts "delay [expr {PERIOD} - [get_property $path slack]]"']
    return [float(text) for text in re.findall(r"^delay (\S+)$", _sta(commands, work), re.MULTILINE)]


def critical_path(liberty, netlist, clocked, work):
    """The longest path in ns, from input or register to output or register, set-up included. Inputs
    arrive, and outputs are taken, at the edge of an ideal clock."""
    if clocked:
        constraints = [f"create_clock -name clock -period {PERIOD} [get_ports clk_i]",
                       "set inputs {}",
                       "foreach port [all_inputs] {",
                       "  set name [get_property $port full_name]",
                       '  if {$name != "clk_i" && $name != "rst_ni"} { lappend inputs $port }',
                       "}",
                       "set_input_delay 0 -clock clock $inputs"]
    else:
        constraints = [f"create_clock -name clock -period {PERIOD}",
                       "set_input_delay 0 -clock clock [all_inputs]"]
    constraints.append("set_output_delay 0 -clock clock [all_outputs]")
    return _report(liberty, netlist, "top", constraints, [""], work)[0]


def measure_fo4(liberty, work):
    """The delay in ns of an inverter (INVX2) that drives four: two more in a chain of such add its
    delays at a rising and a falling edge."""
    lines = ["module chain (a, y5, y7);", "  input a;", "  output y5, y7;", "  wire n0;",
             "  assign n0 = a;"]
    for stage in range(7):
        net = f"n{stage + 1}"
        lines.append(f"  wire {net};")
        lines.append(f"  INVX2 stage{stage} (.A(n{stage}), .Y({net}));")
        loads = 3 if stage < 6 else 4
        lines += [f"  INVX2 load{stage}_{i} (.A({net}), .Y(open{stage}_{i}));" for i in range(loads)]
        lines += [f"  wire open{stage}_{i};" for i in range(loads)]
    lines += ["  assign y5 = n5;", "  assign y7 = n7;", "endmodule"]
    netlist = work / "chain.v"
    netlist.write_text("\n".join(lines) + "\n", encoding="utf-8")
    constraints = [f"create_clock -name clock -period {PERIOD}",
                   "set_input_delay 0 -clock clock [get_ports a]",
                   "set_output_delay 0 -clock clock [all_outputs]"]
    shorter, longer = _report(liberty, netlist, "chain", constraints,
                              ["-to [get_ports y5]", "-to [get_ports y7]"], work)
    return (longer - shorter) / 2
