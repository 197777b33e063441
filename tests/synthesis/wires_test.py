# SPDX-License-Identifier: Apache-2.0
"""What is read of LEF and DEF, and which resistances and capacitances follow from it."""

import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from lef import layout_areas, read_layout
from routing import read_routing
from spef import paragraph, spef
from wires import extract, pin_rectangles

NAME = Path("some")
LEF = """
LAYER poly
  TYPE MASTERSLICE ;
END poly
LAYER low
  TYPE ROUTING ;
  PITCH 1 ;
  WIDTH 0.2 ;
  RESISTANCE RPERSQ 0.1 ;
  CAPACITANCE CPERSQDIST 1e-4 ;
  EDGECAPACITANCE 5e-5 ;
END low
LAYER high
  TYPE ROUTING ;
  PITCH 1 ;
  WIDTH 0.4 ;
  RESISTANCE RPERSQ 0.2 ;
  CAPACITANCE CPERSQDIST 2e-5 ;
  EDGECAPACITANCE 4e-5 ;
END high
VIA stair DEFAULT
  LAYER low ;
    RECT -0.1 -0.1 0.1 0.1 ;
  LAYER cut ;
    RECT -0.1 -0.1 0.1 0.1 ;
  LAYER high ;
    RECT -0.2 -0.2 0.2 0.2 ;
END stair
MACRO birch
  CLASS CORE ;
  ORIGIN 0.000 0.000 ;
  SIZE 2 BY 10 ;
  PIN twig
    DIRECTION INPUT ;
    PORT
      LAYER low ;
        RECT 0.3 2.8 0.7 3.2 ;
    END
  END twig
  PIN crown
    DIRECTION OUTPUT ;
    PORT
      LAYER low ;
        RECT 1.3 6.8 1.7 7.2 ;
      LAYER cut ;
        RECT 1.4 6.9 1.6 7.1 ;
    END
  END crown
END birch
"""
# Two cells in a row, the second one mirrored in x: crown at (1.5, 7) to twig at (11.5, 3), and to the port at (20, 7).
DEF = """UNITS DISTANCE MICRONS 100 ;
DIEAREA ( -100 -200 ) ( 1900 800 ) ;
COMPONENTS 2 ;
- one birch + PLACED ( 0 0 ) N ;
- two birch + PLACED ( 1000 0 ) FN ;
END COMPONENTS
PINS 1 ;
- gate + NET sap
  + LAYER high ( -15 -15 ) ( 15 15 )
  + PLACED ( 2000 700 ) N ;
END PINS
SPECIALNETS 0 ;
END SPECIALNETS
NETS 1 ;
- sap
  ( PIN gate )
  ( one crown )
  ( two twig )
+ ROUTED low ( 150 700 ) stair
  NEW high ( 150 700 ) ( 2000 * )
  NEW high ( 1150 700 ) stair
  NEW low ( 1150 700 ) ( * 300 ) ;
END NETS
"""


def network(text=DEF, net="sap"):
    """Of a net of a DEF file."""
    routing = read_routing(text, NAME)
    return extract(routing.nets[net], routing, read_layout(LEF, NAME))


class Lef(unittest.TestCase):
    """Layers, vias and cells."""

    def test_wires_are_squares_plates_and_two_edges(self):
        layers = read_layout(LEF, NAME).layers
        self.assertEqual(list(layers), ["low", "high"])
        self.assertAlmostEqual(layers["low"].resistance(3), 0.1 * 3 / 0.2)
        self.assertAlmostEqual(layers["low"].capacitance(3), 3 * 0.2 * 1e-4 + 2 * 3 * 5e-5)

    def test_vias_join_the_layers_of_wires(self):
        self.assertEqual(read_layout(LEF, NAME).vias, {"stair": ["low", "high"]})

    def test_cells_have_areas_and_pins(self):
        self.assertEqual(layout_areas(LEF), {"birch": 20})
        self.assertEqual(read_layout(LEF, NAME).cells["birch"].pins["twig"], [("low", 0.3, 2.8, 0.7, 3.2)])

    def test_what_is_missing_is_named(self):
        for words in ("WIDTH", "PITCH", "RESISTANCE RPERSQ", "CAPACITANCE CPERSQDIST", "EDGECAPACITANCE"):
            with self.subTest(words=words), self.assertRaisesRegex(
                    ValueError, f"^some has no {words} for the layer low, so that wires cannot be timed$"):
                read_layout(LEF.replace(words, "COMMENT", 1), NAME)
        with self.assertRaisesRegex(ValueError, "^some has no SIZE for the cell birch$"):
            read_layout(LEF.replace("SIZE", "COMMENT"), NAME)
        with self.assertRaisesRegex(ValueError, "^some gives the cell birch an ORIGIN; "):
            read_layout(LEF.replace("ORIGIN 0.000 0.000", "ORIGIN 0.5 0"), NAME)


class Def(unittest.TestCase):
    """Cells, ports and nets."""

    def test_routing(self):
        routing = read_routing(DEF, NAME)
        self.assertEqual(routing.area(), 20 * 10)
        self.assertEqual(routing.cells["two"], ("birch", (1000, 0), "FN"))
        self.assertEqual(routing.ports, {"gate": ("high", (2000, 700))})
        net = routing.nets["sap"]
        self.assertEqual(net.terminals, [("PIN", "gate"), ("one", "crown"), ("two", "twig")])
        self.assertEqual(net.wires, [("high", (150, 700), (2000, 700)), ("low", (1150, 700), (1150, 300))])
        self.assertEqual(net.vias, [("stair", (150, 700)), ("stair", (1150, 700))])

    def test_what_cannot_be_read_is_refused(self):
        for old, new, sentence in (("UNITS", "UNIT", "some has no UNITS DISTANCE MICRONS and DIEAREA"),
                                   ("END PINS", "", "some has no PINS … END PINS"),
                                   ("PLACED ( 0 0 )", "UNPLACED", "some does not say where one is"),
                                   ("( 150 700 ) stair", "( * 700 ) stair", "some has a wire on low that cannot be "
                                    "read")):
            with self.subTest(new=new), self.assertRaisesRegex(ValueError, f"^{sentence}$"):
                read_routing(DEF.replace(old, new, 1), NAME)


class Extraction(unittest.TestCase):
    """Networks by hand."""

    def test_pins_turn_with_their_cells(self):
        layout = read_layout(LEF, NAME)
        for orientation, x, y in (("N", 50, 300), ("FN", 150, 300), ("FS", 50, 700), ("S", 150, 700)):
            routing = read_routing(DEF.replace("1000 0 ) FN", f"1000 0 ) {orientation}"), NAME)
            (_, left, bottom, right, top), = pin_rectangles(("two", "twig"), routing, layout)
            self.assertAlmostEqual((left + right) / 2, 1000 + x)
            self.assertAlmostEqual((bottom + top) / 2, y)
        with self.assertRaisesRegex(ValueError, "^the cell two is placed as W; valid are N, S, FN, FS$"):
            pin_rectangles(("two", "twig"), read_routing(DEF.replace(") FN", ") W"), NAME), layout)

    def test_a_fork(self):
        farads, resistors, length = network()
        self.assertAlmostEqual(length, 10 + 8.5 + 4)
        ohms = {frozenset(map(str, ends)): value for *ends, value in resistors}
        fork = "3"  # behind three terminals
        self.assertAlmostEqual(ohms[frozenset([str(("one", "crown")), fork])], 0.2 * 10 / 0.4)
        self.assertAlmostEqual(ohms[frozenset([str(("PIN", "gate")), fork])], 0.2 * 8.5 / 0.4)
        self.assertAlmostEqual(ohms[frozenset([str(("two", "twig")), fork])], 0.1 * 4 / 0.2)
        high, low = 2e-5 * 0.4 + 2 * 4e-5, 1e-4 * 0.2 + 2 * 5e-5
        self.assertAlmostEqual(farads["two", "twig"], low * 4 / 2)
        self.assertAlmostEqual(farads[3], (low * 4 + high * 18.5) / 2)
        self.assertAlmostEqual(sum(farads.values()), low * 4 + high * 18.5)

    def test_wires_on_wires_count_once(self):
        again = DEF.replace("NEW high ( 1150", "NEW high ( 500 700 ) ( 900 * )\n  NEW high ( 1150")
        self.assertAlmostEqual(network(again).length, 22.5)
        self.assertAlmostEqual(sum(network(again).farads.values()), sum(network().farads.values()))

    def test_metal_beside_each_other_is_one_node(self):
        beside = DEF.replace("( 1150 700 ) stair", "( 1150 720 ) stair").replace("low ( 1150 700 )", "low ( 1150 720 )")
        self.assertAlmostEqual(network(beside).length, 22.7)

    def test_a_stub_leads_to_a_pin_off_the_tracks(self):
        short = DEF.replace("( * 300 )", "( * 360 )")
        with self.assertRaisesRegex(ValueError, "^no wire reaches two/twig$"):
            network(short)
        stub = short.replace("SPECIALNETS 0 ;", "SPECIALNETS 1 ;\n- sap\n+ ROUTED low 20 ( 1150 320 ) ( * 360 ) ;")
        self.assertAlmostEqual(network(stub).length, 21.9)

    def test_what_is_in_pieces_is_refused(self):
        for piece in (DEF.replace("high ( 1150 700 ) stair", "high ( 600 700 ) stair"),
                      DEF.replace("high ( 150 700 ) ( 2000 * )", "high ( 150 700 ) ( 1100 * ) NEW high ( 1150 700 ) "
                                  "( 2000 * )")):
            with self.assertRaisesRegex(ValueError, "^its wires are in pieces$"):
                network(piece)


class Spef(unittest.TestCase):
    """The file for OpenSTA."""

    def test_names_terminals_and_numbers_other_nodes(self):
        lines = paragraph("sap", [("PIN", "gate", "O"), ("one", "crown", "O"), ("two", "twig", "I")], network())
        self.assertEqual(lines, [
            "*D_NET sap 0.002108", "*CONN", "*P gate O", "*I one:crown O", "*I two:twig I", "*CAP",
            "1 one:crown 0.00044", "2 sap:3 0.001054", "3 gate 0.000374", "4 two:twig 0.00024", "*RES",
            "1 one:crown sap:3 5", "2 sap:3 gate 4.25", "3 two:twig sap:3 2", "*END"])
        text = spef([lines])
        self.assertIn("\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n", text)
        self.assertTrue(text.endswith("\n\n" + "\n".join(lines) + "\n"))


if __name__ == "__main__":
    unittest.main()
