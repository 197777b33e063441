#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How RTL of the user's own is read: which module is meant, and what its ports are."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
# pylint: disable=wrong-import-position
from own_rtl import Port, Refused, choose_top, read_netlist
from twin_plugin import differences

# As Verilator writes it, without what nobody looks at.
NETLIST = """<verilator_xml>
  <files><file id="a" filename="&lt;built-in&gt;"/><file id="c" filename="my.sv"/></files>
  <netlist>
    <module name="inner"><var name="inner_i" dtype_id="1" dir="input"/></module>
    <module name="my" topModule="1">
      <var name="Lanes" dtype_id="1" param="true"/>
      <var name="op_i" dtype_id="5" dir="input"/>
      <var name="bytes_i" dtype_id="2" dir="input"/>
      <var name="pair_i" dtype_id="3" dir="input"/>
      <var name="array_i" dtype_id="7" dir="input"/>
      <var name="real_i" dtype_id="8" dir="input"/>
      <var name="up_o" dtype_id="9" dir="output"><const name="6'h0"/></var>
      <func name="legal"><var name="lanes" dtype_id="1" dir="input"/></func>
    </module>
    <typetable>
      <basicdtype id="1" name="logic"/>
      <basicdtype id="4" name="logic" left="7" right="0"/>
      <packarraydtype id="2" sub_dtype_id="4">
        <range><const name="32'sh3"/><const name="32'sh0"/></range>
      </packarraydtype>
      <structdtype id="3"><memberdtype sub_dtype_id="4"/><memberdtype sub_dtype_id="1"/></structdtype>
      <enumdtype id="6" sub_dtype_id="4"><enumitem dtype_id="4"/></enumdtype>
      <refdtype id="5" sub_dtype_id="6"/>
      <unpackarraydtype id="7" sub_dtype_id="4"/>
      <basicdtype id="8" name="real"/>
      <basicdtype id="9" name="logic" left="0" right="5"/>
    </typetable>
  </netlist>
</verilator_xml>
"""


def chosen(text, top=None):
    """The module that is the block `asu`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my.sv"
        path.write_text(text, encoding="utf-8")
        return choose_top([str(path)], "asu", top)


class Modules(unittest.TestCase):
    """Which module of a file is the block."""

    def test_the_one_named_then_that_of_the_blocks_name_then_the_only_one(self):
        both = "module other; endmodule\nmodule asu; endmodule\n"
        self.assertEqual((chosen(both, "other"), chosen(both), chosen("module other #(parameter A = 1) (); endmodule")),
                         ("other", "asu", "other"))

    def test_modules_inside_others_and_in_comments_are_none(self):
        self.assertEqual(chosen("module a; b #(1) u_b (); endmodule\nmodule b; c u_c(); endmodule\n"
                                "module c; endmodule\n// module asu;\n/*\nmodule asu;\n*/\n"), "a")

    def test_what_is_not_clear_is_refused(self):
        two = "module a; endmodule\nmodule b; endmodule"
        for text, top, sentence in ((two, None, "has the modules a and b: say which"),
                                    ("module a; endmodule", "b", "has no module b: it has only a"),
                                    ("", None, "has no module asu: it has none")):
            with self.subTest(text=text), self.assertRaisesRegex(Refused, sentence):
                chosen(text, top)


class Ports(unittest.TestCase):
    """What Verilator says of ports."""

    def read(self):
        """The ports of the netlist, and its files."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "netlist.xml"
            path.write_text(NETLIST, encoding="utf-8")
            return read_netlist(path, "my", {})

    def test_those_of_the_top_module_have_the_bits_of_their_types(self):
        self.assertEqual({name: (port.direction, port.bits) for name, port in self.read().ports.items()},
                         {"op_i": ("input", 8), "bytes_i": ("input", 32), "pair_i": ("input", 9),
                          "array_i": ("input", None), "real_i": ("input", None), "up_o": ("output", 6)})
        self.assertEqual(self.read().files, ["my.sv"])

    def test_names_are_compared_before_widths(self):
        block = {"a_i": Port("input", 1), "b_o": Port("output", 8)}
        self.assertEqual(differences(block, block), [])
        self.assertEqual(differences({"a_i": Port("input", 2)}, block), ["it lacks the port b_o"])
        self.assertEqual(differences({**block, "c_i": Port("input", 1)}, block), ["c_i is no port of the block"])
        self.assertEqual(differences({"a_i": Port("inout", 1), "b_o": Port("output", None)}, block),
                         ["a_i is an inout of 1 bit instead of an input of 1 bit",
                          "b_o is an output of a type that is not packed instead of an output of 8 bits"])


if __name__ == "__main__":
    unittest.main()
