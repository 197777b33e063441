# SPDX-License-Identifier: Apache-2.0
"""What OpenSTA says of two registers whose clock comes over different numbers of buffers."""

import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from clock_timing import arrivals, clock_figures
from library import locate
from spef import spef
from timing import critical_path

PERIOD = 100.0
LIB = locate("osu018").lib
LIBRARY = SimpleNamespace(copy=LIB, source=LIB)


def netlist(late):
    """Two registers in a row; the clock of the second has `late` buffers more than that of the first."""
    nets = ["clk_i", *(f"c{number}" for number in range(late + 1))]
    lines = ["module top (clk_i, d, q);", " input clk_i, d;", " output q;"]
    lines += [f" CLKBUF1 b{number} (.A({one}), .Y({other}));"
              for number, (one, other) in enumerate(zip(nets, nets[1:]))]
    return "\n".join([*lines, " DFFPOSX1 first (.CLK(c0), .D(d), .Q(n));",
                      f" DFFPOSX1 second (.CLK({nets[-1]}), .D(n), .Q(q));", "endmodule"]) + "\n"


class Clocks(unittest.TestCase):
    """The same registers with different clocks."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.wires = self.work / "top.spef"
        self.wires.write_text(spef([["*D_NET n 0.01", "*CONN", "*I first:Q O", "*I second:D I", "*CAP",
                                     "1 second:D 0.01", "*RES", "1 first:Q second:D 1", "*END"]]), encoding="utf-8")

    def placed(self, late):
        """A file with the netlist."""
        path = self.work / f"top{late}.v"
        path.write_text(netlist(late), encoding="utf-8")
        return path

    def figures(self, late):
        """What is found of it."""
        return clock_figures(LIBRARY, self.placed(late), PERIOD, self.work, self.wires)

    def test_without_skew_cost_what_edges_that_are_less_steep_cost(self):
        found = self.figures(0)
        self.assertEqual(len(arrivals(LIBRARY, self.placed(0), PERIOD, self.work, self.wires)), 2)
        self.assertEqual(found.earliest_ns, found.insertion_ns)
        ideal = critical_path(LIBRARY, self.placed(0), True, PERIOD, self.work, self.wires)
        self.assertAlmostEqual(found.path_ns, ideal, delta=0.15)

    def test_with_skew_take_it_from_hold_times(self):
        none, two = self.figures(0), self.figures(2)
        skew = two.insertion_ns - two.earliest_ns
        # Two buffers more; the edge of one that drives a single register is steeper.
        self.assertGreater(skew, 0.2)
        self.assertAlmostEqual(two.earliest_ns, none.insertion_ns, delta=0.05)
        self.assertAlmostEqual(none.hold_slack_ns - two.hold_slack_ns, skew, delta=0.05)
        # The path between them has the skew as well. Those at the ports, to the early one and from the late one, lack
        # half of it.
        self.assertLess(two.path_ns, none.path_ns)
        self.assertGreater(two.path_ns, none.path_ns - skew)


if __name__ == "__main__":
    unittest.main()
