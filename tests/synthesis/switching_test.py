# SPDX-License-Identifier: Apache-2.0
"""The energy of small netlists whose ports switch as a waveform says: by hand, and as OpenSTA has it."""

import math
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts" / folder) for folder in (".", "synthesis")]
# pylint: disable=wrong-import-position
import waveform
from activity import Netlist
from cells import read_cells
from energy import Energies, Table
from liberty import Group, parse, read_text
from library import locate
from waveform import read_ports

# At 2 V. Loads are 0.01 pF; edges are as slow as their loads are large; inside, a rise takes 0.03 pJ and as much again
# for each ns of the input's edge, a fall 0.01 pJ.
LIBRARY = """
library (meadow) {
  nom_voltage : 2;
  lu_table_template (by_load) { variable_1 : total_output_net_capacitance; }
  power_lut_template (by_slew) { variable_1 : input_transition_time; }
  cell (FLIP) {
    pin (A) { direction : input; capacitance : 0.01; }
    pin (Y) {
      direction : output; function : "!A";
      timing () {
        related_pin : "A"; timing_sense : negative_unate;
        rise_transition (by_load) { index_1 ("0, 1"); values ("0, 1"); }
        fall_transition (by_load) { index_1 ("0, 1"); values ("0, 2"); }
      }
      internal_power () {
        related_pin : "A";
        rise_power (by_slew) { index_1 ("0, 1"); values ("0.03, 1.03"); }
        fall_power (by_slew) { index_1 ("0, 1"); values ("0.01, 0.01"); }
      }
    }
  }
  cell (HOLD) {
    ff (STATE, OTHER) { clocked_on : "C"; next_state : "D"; }
    pin (C) {
      direction : input; capacitance : 0.02;
      internal_power () {
        rise_power (by_slew) { index_1 ("0, 1"); values ("0.5, 0.5"); }
        fall_power (by_slew) { index_1 ("0, 1"); values ("0.25, 0.25"); }
      }
    }
    pin (D) { direction : input; capacitance : 0.01; }
    pin (Q) { direction : output; function : "STATE"; }
  }
}
"""
GROUP = parse(LIBRARY, "meadow.lib")
CELLS = read_cells(GROUP, "meadow.lib")
WAVES = """$timescale 1ps $end
$scope module core0_both $end
$scope module both $end
$var parameter 32 p Lanes [31:0] $end
$var wire 1 a a $end
$var wire 2 y y_o [1:0] $end
$scope module inner $end
$var wire 1 i a $end
$upscope $end
$upscope $end
$upscope $end
$scope module core1_both $end
$scope module both $end
$var wire 1 b a $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
0a
b01 y
1b
#5
1b
#10
1a
b10 y
0b
#11
1i
#12
0a
b1 y
#13
1a
b10 y
"""


def netlist(cells, ports, registers=(), group=GROUP, functions=None):
    """{name: (kind, {pin: net})} and {port: (direction, net)} as yosys writes them."""
    top = {"cells": {name: {"type": kind, "connections": {pin: [net] for pin, net in pins.items()}}
                     for name, (kind, pins) in cells.items()},
           "ports": {name: {"direction": direction, "bits": [net]} for name, (direction, net) in ports.items()}}
    functions = functions or {name: cell.outputs for name, cell in CELLS.items()}
    return Netlist(top, set(registers), functions), Energies(group)


def two_inverters():
    """y_0 = !a, and y_1 = !y_0."""
    return netlist({"one": ("FLIP", {"A": 1, "Y": 2}), "two": ("FLIP", {"A": 2, "Y": 3})},
                   {"a": ("input", 1), "y_o_0": ("output", 2), "y_o_1": ("output", 3)})


class Waveforms(unittest.TestCase):
    """Steps of the ports of a module."""

    def test_have_a_step_for_each_time_at_which_a_port_changes(self):
        ports = read_ports(WAVES.splitlines(), ["core0_both/both"])["core0_both/both"]
        self.assertEqual(ports.widths, {"a": 1, "y_o": 2})
        self.assertEqual(ports.chunks, [(4, {("a", 0): 0b1010, ("y_o", 0): 0b0101, ("y_o", 1): 0b1010})])

    def test_come_in_chunks_that_share_a_step(self):
        with unittest.mock.patch.object(waveform, "CHUNK", 3):
            ports = read_ports(WAVES.splitlines(), ["core0_both/both"])["core0_both/both"]
        self.assertEqual([(steps, bits["a", 0]) for steps, bits in ports.chunks], [(3, 0b010), (2, 0b10)])

    def test_need_the_module_and_known_values(self):
        with self.assertRaisesRegex(RuntimeError, "no module core2_both/both"):
            read_ports(WAVES.splitlines(), ["core2_both/both"])
        with self.assertRaisesRegex(RuntimeError, "a value 'x1', which is not of zeros and ones"):
            read_ports(WAVES.replace("b10", "bx1").splitlines(), ["core0_both/both"])


class EnergyByHand(unittest.TestCase):
    """Numbers that are easy to add up."""

    def test_is_that_of_loads_and_of_cells(self):
        circuit, energies = two_inverters()
        circuit.run({"a": 0b1010, "y_o_0": 0b0101, "y_o_1": 0b1010}, 4)
        found = energies.of(circuit)
        # Three changes each, of 0.01 pF at 2 V: 0.02 pJ. The last net has no load.
        self.assertAlmostEqual(found["inputs"], 3 * 0.02)
        self.assertAlmostEqual(found["nets"], 3 * 0.02)
        # y_0 rises once and falls twice, y_1 the other way round. y_0 falls within 0.02 ns.
        self.assertAlmostEqual(found["cells"], 0.03 + 2 * 0.01 + 2 * (0.03 + 0.02) + 0.01)

    def test_of_registers_is_that_of_their_clock(self):
        circuit, energies = netlist({"bit": ("HOLD", {"C": 1, "D": 2, "Q": 3})},
                                    {"c": ("input", 1), "d": ("input", 2), "q": ("output", 3)}, ["HOLD"])
        circuit.run({"c": 0b01010, "d": 0b00011, "q": 0b11110}, 5)
        found = energies.of(circuit)
        self.assertAlmostEqual(found["inputs"], 4 * 0.04 + 1 * 0.02)
        self.assertAlmostEqual(found["cells"], 2 * 0.5 + 2 * 0.25)

    def test_is_not_taken_of_another_module(self):
        circuit, _ = two_inverters()
        with self.assertRaisesRegex(RuntimeError, "output y_o_1 is not what the waveform says"):
            circuit.run({"a": 0b1010, "y_o_0": 0b0101, "y_o_1": 0b1110}, 4)
        hidden, _ = netlist({"bit": ("HOLD", {"C": 1, "D": 2, "Q": 3}), "flip": ("FLIP", {"A": 3, "Y": 4})},
                            {"c": ("input", 1), "d": ("input", 2), "y": ("output", 4)}, ["HOLD"])
        with self.assertRaisesRegex(RuntimeError, "1 registers are no outputs"):
            hidden.run({"c": 0, "d": 0, "y": 1}, 1)

    def test_between_points_of_a_table_and_beyond_is_on_lines(self):
        template = Group("power_lut_template", ["plane"], 1,
                         attributes={"variable_1": "total_output_net_capacitance",
                                     "variable_2": "input_transition_time"})
        group = Group("rise_power", ["plane"], 1,
                      tables={"index_1": [[0.0, 2.0]], "index_2": [[0.0, 1.0, 3.0]],
                              "values": [[0.0, 10.0, 30.0], [2.0, 12.0, 32.0]]})
        table = Table(group, {"plane": template})  # load + 10 slew
        for load, slew in ((0, 0), (1, 0.5), (2, 3), (3, 4), (0.5, 2)):
            self.assertAlmostEqual(table.at(load, slew), load + 10 * slew)


class EnergyAsOpenStaHasIt(unittest.TestCase):
    """A tree of inverters, whose activity OpenSTA works out exactly from that of its input."""

    def test_is_the_same(self):
        library = locate("osu018").lib
        group = parse(read_text(library), library)
        functions = {name: cell.outputs for name, cell in read_cells(group, library).items()}
        kinds = ["INVX1", "INVX2", "INVX4", "INVX8", "BUFX2", "BUFX4"]
        cells = {f"c{net}": (kinds[net % len(kinds)], {"A": net // 3, "Y": net}) for net in range(1, 60)}
        steps, value = 65, int("01" * 33, 2) & ((1 << 65) - 1)
        circuit, energies = netlist(cells, {"a": ("input", 0)}, group=group, functions=functions)
        circuit.run({"a": value}, steps)
        found = energies.of(circuit)
        internal, switching = self.opensta(library, cells)
        self.assertTrue(math.isclose(found["nets"] / 64, switching, rel_tol=0.005), (found, switching))
        # For each change, it takes what Liberty states for a rise and for a fall.
        self.assertTrue(math.isclose(found["cells"] / 64, internal / 2, rel_tol=0.03), (found, internal))

    def opensta(self, library, cells):
        """Energies in pJ of a change of the input."""
        lines = ["module top (a);", " input a;", *(f" wire n{net};" for net in range(1, 60))]
        name = {0: "a", **{net: f"n{net}" for net in range(1, 60)}}
        lines += [f" {kind} {cell} (.A({name[pins['A']]}), .Y({name[pins['Y']]}));"
                  for cell, (kind, pins) in cells.items()]
        with tempfile.TemporaryDirectory() as folder:
            source, script = Path(folder, "tree.v"), Path(folder, "power.tcl")
            source.write_text("\n".join([*lines, "endmodule\n"]), encoding="utf-8")
            script.write_text(f"read_liberty {library}\nread_verilog {source}\nlink_design top\n"
                              "create_clock -name clock -period 1000\nset_input_delay 0 -clock clock [all_inputs]\n"
                              "set_power_activity -input -activity 1 -duty 0.5\nreport_power -digits 9\nexit\n",
                              encoding="utf-8")
            done = subprocess.run(["sta", "-no_splash", "-exit", script], capture_output=True, text=True, check=True)
        row = next(line.split() for line in done.stdout.splitlines() if line.startswith("Total"))
        return [float(watts) * 1e6 for watts in row[1:3]]  # a change each 1,000 ns: 1 W is 1e6 pJ


if __name__ == "__main__":
    unittest.main()
