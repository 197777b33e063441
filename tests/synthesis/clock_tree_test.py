# SPDX-License-Identifier: Apache-2.0
"""Clock trees of small netlists, by the places of their registers."""

import sys
import unittest
from collections import Counter
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from cells import Cell, clock_buffer, read_cells
from clock_tree import BRANCHES, LEAF, clusters, halve, with_clock_tree
from liberty import parse
from netlists import Netlist, terminals_of
from placing import read_places

BUFFER = Cell("OAK", 1, 2, 4.0, True, False, inputs=["in"], outputs={"out": "in"})


def registers(count):
    """A netlist of so many of them in a row, and their places."""
    cells = [("OAK", "OAK_1", {"in": "d", "out": "n"})]
    cells += [("HOLD", f"HOLD_{number}", {"clock": "clk_i", "d": "n", "q": f"q_{number}"})
              for number in range(1, count + 1)]
    places = {name: (10 * number, 0) for number, (_, name, _) in enumerate(cells)}
    return Netlist(["clk_i", "d"], [f"q_{number}" for number in range(1, count + 1)], cells), places


def depths(netlist):
    """How many buffers are between the clock and each register."""
    drivers = {pins["out"]: pins["in"] for kind, _, pins in netlist.cells if kind == "OAK"}
    found = []
    for kind, _, pins in netlist.cells:
        if kind == "HOLD":
            net, depth = pins["clock"], 0
            while net != "clk_i":
                net, depth = drivers[net], depth + 1
            found.append(depth)
    return found


class Halves(unittest.TestCase):
    """Where registers are divided."""

    def test_are_across_the_longer_side(self):
        places = {"a": (0, 0), "b": (9, 1), "c": (1, 2), "d": (8, 3), "e": (4, 4)}
        self.assertEqual(halve(list(places), places), (["a", "c", "e"], ["d", "b"]))
        turned = {name: (y, x) for name, (x, y) in places.items()}
        self.assertEqual(halve(list(turned), turned), (["a", "c", "e"], ["d", "b"]))

    def test_are_made_until_few_enough_are_left(self):
        places = {f"r{number:03}": (number % 8, number // 8) for number in range(8 * 17)}
        groups = clusters(places, places)
        self.assertEqual(Counter(map(len, groups)), {8: 8, 9: 8})
        self.assertEqual(sorted(sum(groups, [])), sorted(places))
        self.assertEqual([len(clusters(list(places)[:count], places)) for count in (1, LEAF, LEAF + 1)], [1, 1, 2])


class Trees(unittest.TestCase):
    """Buffers between the clock and the registers."""

    def test_reach_each_register_over_as_many_buffers(self):
        for count, levels, buffers in ((1, 1, 1), (LEAF, 1, 1), (LEAF + 1, 2, 3), (4 * LEAF, 2, 5),
                                       (4 * LEAF + 1, 3, 8 + 2 + 1), (200, 3, 16 + 4 + 1)):
            with self.subTest(registers=count):
                netlist, places = registers(count)
                found = with_clock_tree(netlist, places, BUFFER)
                self.assertEqual((found.inputs, found.outputs), (netlist.inputs, netlist.outputs))
                self.assertEqual(len(found.cells) - len(netlist.cells), buffers)
                self.assertEqual(depths(found), [levels] * count)

    def test_have_few_loads_at_each_buffer_and_one_at_the_clock(self):
        netlist, places = registers(300)
        loads = {net: len(terminals) - 1 for net, terminals in
                 terminals_of(with_clock_tree(netlist, places, BUFFER)).items() if net.startswith(("clock_", "clk_i"))}
        self.assertEqual(loads.pop("clk_i"), 1)
        self.assertLessEqual(max(count for net, count in loads.items() if net.startswith("clock_0")), LEAF)
        self.assertLessEqual(max(count for net, count in loads.items() if not net.startswith("clock_0")), BRANCHES)

    def test_number_their_buffers_behind_those_that_are_there(self):
        found = with_clock_tree(*registers(2), BUFFER)
        self.assertEqual(found.cells[-1], ("OAK", "OAK_2", {"in": "clk_i", "out": "clock_0_0"}))

    def test_are_of_the_strongest_buffer_for_its_area(self):
        text = "".join(f'cell ({name}) {{ area : {area}; pin (A) {{ direction : input; capacitance : {load}; }} '
                       f'pin (Y) {{ direction : output; function : "{function}"; }} }}\n'
                       for name, area, load, function in (("WEAK", 4, 0.01, "A"), ("CLOCK", 8, 0.04, "A"),
                                                          ("WIDE", 16, 0.05, "A"), ("OTHER", 1, 0.1, "!A")))
        cells = read_cells(parse(f"library (grove) {{\n{text}}}\n", "grove.lib"), "grove.lib")
        self.assertEqual(clock_buffer(cells, "grove.lib").name, "CLOCK")
        del cells["WEAK"], cells["CLOCK"], cells["WIDE"]
        with self.assertRaisesRegex(ValueError, "^grove.lib has no buffer; needed are "):
            clock_buffer(cells, "grove.lib")

    def test_take_places_as_graywolf_writes_them(self):
        text = "FILL.80X5.HOLD_1 -239 -200  1121 800  1 1\nFILL.80.FILL.40.OAK_2 1121 800  1361 1800  3 2\n" \
               "HOLD_2 5 6 7 8 0 2\ntwpin_d 1 2 3 4 0 -3\n"
        places = read_places(text)
        self.assertEqual([places[name] for name in ("HOLD_1", "OAK_2", "HOLD_2")], [(-239, -200), (1121, 800), (5, 6)])


if __name__ == "__main__":
    unittest.main()
