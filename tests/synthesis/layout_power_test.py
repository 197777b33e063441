# SPDX-License-Identifier: Apache-2.0
"""The energy of small netlists with registers and wires, in cycles that come from a waveform."""

import contextlib
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "scripts" / folder) for folder in (".", "synthesis")]
# pylint: disable=wrong-import-position
import cycles
import netlists
from activity import Netlist
from cells import read_cells
from cycles import clock, halves, sample
from datapath_ports import Datapath
from energy import Energies
from geometry import Geometry
from layout_files import read_spef, read_verilog
from layout_power import clock_nets, energy_by_part, leakage
from liberty import parse
from spef import spef
from states import held_states, read_registers

# At 2 V, with loads of 0.01 pF. Inside, changes of outputs take 0.03 pJ, and rises of the clock 0.5 pJ at a register.
LIBRARY = """
library (meadow) {
  nom_voltage : 2;
  leakage_power_unit : "1nW";
  power_lut_template (once) { variable_1 : input_transition_time; index_1 ("0, 1"); }
  cell (FLIP) {
    cell_leakage_power : 2;
    pin (A) { direction : input; capacitance : 0.01; }
    pin (Y) { direction : output; function : "!A";
      internal_power () { related_pin : "A"; power (once) { values ("0.03, 0.03"); } } }
  }
  cell (PASS) {
    pin (A) { direction : input; capacitance : 0.01; }
    pin (Y) { direction : output; function : "A";
      internal_power () { related_pin : "A"; power (once) { values ("0.03, 0.03"); } } }
  }
  cell (HOLD) {
    cell_leakage_power : 5;
    ff (STATE, OTHER) { clocked_on : "C"; next_state : "D"; clear : "!R"; }
    pin (C) { direction : input; clock : true; capacitance : 0.02;
      internal_power () { rise_power (once) { values ("0.5, 0.5"); } fall_power (once) { values ("0, 0"); } } }
    pin (D) { direction : input; capacitance : 0.01; }
    pin (R) { direction : input; capacitance : 0.01; }
    pin (Q) { direction : output; function : "STATE"; }
  }
  cell (LATE) {
    ff (STATE, OTHER) { clocked_on : "!C"; next_state : "D"; }
    pin (C) { direction : input; clock : true; } pin (D) { direction : input; } pin (Q) { direction : output; }
  }
}
"""
GROUP = parse(LIBRARY, "meadow.lib")
CELLS = read_cells(GROUP, "meadow.lib")
# A register that turns over in each cycle, behind a buffer of the clock.
TOGGLE = netlists.Netlist(["clk_i", "rst_ni"], ["y"], [
    ("PASS", "PASS_1", {"A": "clk_i", "Y": "clock_0_0"}), ("FLIP", "FLIP_1", {"A": "q", "Y": "y"}),
    ("HOLD", "HOLD_1", {"C": "clock_0_0", "D": "y", "R": "rst_ni", "Q": "q"})])
WAVES = """$scope module core0_both $end
$scope module both $end
$var wire 1 c clk_i $end
$var wire 2 d d_i [1:0] $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
0c
b01 d
#1
b10 d
#2
1c
#3
0c
b00 d
#4
b11 d
#5
1c
b00 d
#6
0c
#7
1c
"""


def read_back(netlist):
    """As the layout's file has it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "top.v")
        path.write_text(netlists.verilog(netlist), encoding="utf-8")
        top = read_verilog(path)
    return Netlist(top, {name for name, cell in CELLS.items() if cell.register},
                   {name: cell.outputs for name, cell in CELLS.items()})


class Files(unittest.TestCase):
    """What scripts/synth --layout leaves."""

    def test_are_read_back(self):
        circuit = read_back(netlists.Netlist(["a"], ["y"], [("FLIP", "FLIP_1", {"A": "1'b0", "Y": "y"})]))
        self.assertEqual(circuit.ports, {"a": ("input", "a"), "y": ("output", "y")})
        self.assertEqual(circuit.cells, {"FLIP_1": {"type": "FLIP", "connections": {"A": ["0"], "Y": ["y"]}}})

    def test_have_a_capacitance_for_each_wire(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "top.spef")
            path.write_text(spef([["*D_NET a 0.25", "*END"], ["*D_NET n3 1e-3", "*END"]]), encoding="utf-8")
            self.assertEqual(read_spef(path), {"a": 0.25, "n3": 0.001})
            path.write_text("module top;\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "top.spef has no wires"):
                read_spef(path)
            with self.assertRaisesRegex(ValueError, "top.spef is no netlist of scripts/synth --layout"):
                read_verilog(path)


class Cycles(unittest.TestCase):
    """Steps of a clock."""

    def sampled(self, count):
        with unittest.mock.patch.object(cycles, "fst_lines",
                                        lambda *_, **__: contextlib.nullcontext(WAVES.splitlines())):
            return sample("waves.fst", "core0_both/both", count)

    def test_have_the_ports_before_their_edges(self):
        self.assertEqual(self.sampled(9), (3, {("clk_i", 0): 0, ("d_i", 0): 0b010, ("d_i", 1): 0b011}))
        self.assertEqual(self.sampled(2), (2, {("clk_i", 0): 0, ("d_i", 0): 0b10, ("d_i", 1): 0b11}))

    def test_have_two_halves(self):
        self.assertEqual([halves(number, 9) for number in (0, 1, 0b101, 0b100000000)], [0, 3, 0b110011, 3 << 16])
        self.assertEqual([clock(count) for count in (1, 3)], [0b01, 0b010101])

    def test_are_what_registers_hold(self):
        circuit = read_back(TOGGLE)
        registers = read_registers(GROUP)
        found = held_states(circuit, registers, {"clk_i": 0, "rst_ni": 0b1111011}, 7)
        self.assertEqual(found, {"q": 0b1010010})
        late = read_back(netlists.Netlist(["clk_i"], ["y"], [("LATE", "LATE_1", {"C": "clk_i", "D": "y", "Q": "y"})]))
        with self.assertRaisesRegex(RuntimeError, "the register LATE does not take its input at a rising edge"):
            held_states(late, registers, {"clk_i": 0}, 3)


class Power(unittest.TestCase):
    """Numbers that are easy to add up."""

    def setUp(self):
        self.circuit = read_back(TOGGLE)
        count = 4
        ports = {"clk_i": 0, "rst_ni": 0b1111}
        held = held_states(self.circuit, read_registers(GROUP), ports, count)
        self.circuit.run({"clk_i": clock(count), "rst_ni": halves(0b1111, count)}, 2 * count,
                         {net: halves(number, count) for net, number in held.items()})

    def test_is_that_of_the_parts(self):
        self.assertEqual(clock_nets(self.circuit), {"clk_i", "clock_0_0"})
        wires = {"clock_0_0": 0.03, "q": 0.04}
        found = energy_by_part(self.circuit, Energies(GROUP), wires)
        # Seven edges of the clock behind the first, and three of q and y; half of C V^2 is 2 pJ for a pF.
        expected = {"clock buffers": 7 * 0.03, "clock pins": 7 * 2 * (0.01 + 0.02), "clock wires": 7 * 2 * 0.03,
                    "registers": 3 * 0.5, "gates": 3 * 0.03, "pins": 3 * 2 * (0.01 + 0.01), "wires": 3 * 2 * 0.04}
        self.assertEqual(found.keys(), expected.keys())
        for part, energy in expected.items():
            self.assertAlmostEqual(found[part], energy, msg=part)

    def test_is_the_same_in_other_parts_without_wires(self):
        self.assertAlmostEqual(sum(energy_by_part(self.circuit, Energies(GROUP), {}).values()),
                               sum(Energies(GROUP).of(self.circuit).values()))

    def test_leaks_in_all_cells(self):
        self.assertAlmostEqual(leakage(GROUP, self.circuit), 7e-6)
        with self.assertRaisesRegex(ValueError, "the leakage_power_unit is '1pW'; needed is 1nW"):
            leakage(parse(LIBRARY.replace("1nW", "1pW"), "meadow.lib"), self.circuit)


class Ports(unittest.TestCase):
    """Those of a data path of 8 lanes and 2 bits, and of its twin."""

    def setUp(self):
        names = {**{f"dispatch_i_{lane}": "input" for lane in range(8)}, "row_data_i_3": "input",
                 "alu_result_i_0": "input", "valid_o": "output", "tag_o_0": "output", "read_o_2": "output",
                 "alu_b_o_1": "output", **{f"data_o_{bit}": "output" for bit in range(16)}}
        self.tops = {name: {"direction": direction, "bits": [name]} for name, direction in names.items()}
        ports = [("dispatch_i", 8), ("row_data_i", 3 * 8 * 64), ("alu_result_i", 8 * 64), ("tag_o", 8), ("read_o", 3),
                 ("valid_o", 1), ("alu_b_o", 8 * 64), ("data_o", 8 * 64)]
        self.bits = {(name, bit): 0 for name, width in ports for bit in range(width)}

    def test_are_the_lower_bits_of_each_operand(self):
        self.bits["row_data_i", 65] = 0b0110
        self.bits["data_o", 7 * 64 + 1] = 0b0100
        for policy, later in (("bcc", 0), ("scc", 1)):
            values = Datapath(self.tops, Geometry(8, 4), policy).values(self.bits, 3)
            self.assertEqual({name: number for name, number in values.items() if number},
                             {"row_data_i_3": 0b110, "data_o_15": 0b100 >> later})

    def test_are_those_of_the_netlist_from_the_first_result_on(self):
        datapath = Datapath(self.tops, Geometry(8, 4), "bcc")
        self.bits["valid_o", 0] = 0b1100
        self.bits["tag_o", 0] = 0b1011
        values = datapath.values(self.bits, 4)
        circuit = unittest.mock.Mock(ports={name: ("output", name) for name in self.tops}, nets=dict(values))
        circuit.nets.update(tag_o_0=0b1000, alu_b_o_1=0b1111)
        datapath.check(circuit, values)
        circuit.nets.update(tag_o_0=0b0100)
        with self.assertRaisesRegex(RuntimeError, "the layout's output tag_o_0 is not what the waveform says"):
            datapath.check(circuit, values)
        with self.assertRaisesRegex(RuntimeError, "the waveform has no result"):
            datapath.check(circuit, {**values, "valid_o": 0})

    def test_are_of_another_shape(self):
        with self.assertRaisesRegex(ValueError, "the layout is of 8 lanes; it needs a compaction_datapath of 16"):
            Datapath(self.tops, Geometry(16, 4), "bcc")


if __name__ == "__main__":
    unittest.main()
