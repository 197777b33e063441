# SPDX-License-Identifier: Apache-2.0
"""What scripts/generate_twins.py makes of the headers of modules, and of rtl/blocks.toml."""

import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCES / "scripts"))
# pylint: disable=wrong-import-position
from blocks import BLOCKS, LOOP, shapes
from generate_twins import controls, models, write
from geometry import geometries
from rtl_header import RTL, read_header
from twin_pins import pins

QUEUE = """// A queue.
module queue #(
    /// Entries.
    parameter int unsigned Entries = 4,
    /// Derived: bits of an index.
    localparam int unsigned IndexBits = $clog2(Entries)
) (
    /// Clock.
    input  logic                       clk_i,
    input  logic [IndexBits-1:0]       index_i,
    output logic                       full_o,
    output logic [Entries*8-1:0]       age_o,
    output logic [Entries*Entries-1:0] entry_lanes_o
);
endmodule
"""


def read(text):
    """The header of a module `queue`, and its pins."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "queue.sv").write_text(text, encoding="utf-8")
        read_header.cache_clear()
        return read_header("queue", Path(folder)), pins("queue", Path(folder))


class Pins(unittest.TestCase):
    """A module becomes a class of pins."""

    def test_parameters_ports_and_what_is_derived_are_read_from_the_header(self):
        header, _ = read(QUEUE)
        self.assertEqual((header.parameters, header.derived),
                         ({"Entries": "4"}, {"IndexBits": "$clog2(Entries)"}))
        self.assertEqual([port.name for port in header.ports],
                         ["clk_i", "index_i", "full_o", "age_o", "entry_lanes_o"])
        self.assertTrue(header.has_port("clk_i"))
        self.assertFalse(header.has_port("rst_ni"))

    def test_a_line_that_is_no_port_is_refused(self):
        with self.assertRaisesRegex(ValueError, r"queue\.sv has the line 'inout wire bus_io,' before its body"):
            read(QUEUE.replace("    output logic                       full_o", "    inout wire bus_io"))

    def test_a_product_of_a_width_is_as_many_fields(self):
        _, text = read(QUEUE)
        self.assertIn("static constexpr unsigned IndexBits = clog2(Entries);", text)
        self.assertIn("  Pin<decltype(Model::index_i)> index_i;\n", text)
        self.assertIn("  Fields<decltype(Model::age_o), Entries, 8> age_o;\n", text)

    def test_all_ports_but_clock_and_reset_are_driven_or_sampled(self):
        _, text = read(QUEUE)
        self.assertIn("drive(const Inputs& inputs) {\n    index_i.drive(inputs.index);\n  }\n", text)
        self.assertIn("    full_o.sample(outputs.full);\n    age_o.sample(outputs.age);\n", text)
        self.assertIn("entry_lanes_o.sample(outputs.entries, [](auto& entry) -> auto& { return entry.lanes; });", text)


class Blocks(unittest.TestCase):
    """The manifest becomes tables."""

    def test_every_block_has_a_module_and_benches(self):
        for name, block in BLOCKS.items():
            with self.subTest(block=name):
                self.assertTrue((RTL / f"{name}.sv").is_file())
                self.assertTrue((RTL / f"{block.module()}.sv").is_file())
                self.assertTrue(block.said["tests"])
        self.assertLessEqual(set(LOOP), set(BLOCKS))

    def test_quads_have_each_size_of_operands_once(self):
        sizes = [shape.parameters["QuadLanes"] for shape in shapes("bcc_control", 16, 4)]
        self.assertEqual(sizes, [4, 8, 2])
        sizes = [shape.parameters["QuadLanes"] for shape in shapes("bcc_control", 8, 8)]
        self.assertEqual(sizes, [8, 4])

    def test_a_core_has_no_more_slices_than_lanes(self):
        self.assertEqual([tuple(shape.parameters.values()) for shape in BLOCKS["asu"].twin_shapes(8, 4)],
                         [(8, 2, 8), (8, 4, 32), (8, 6, 48)])

    def test_a_filter_names_the_instance_of_the_shape(self):
        block = BLOCKS["compaction_sequencer"]
        self.assertEqual([block.tests(shape) for shape in block.twin_shapes(16, 4)],
                         ["*/CompactionSequencerTwin.*/Lanes16Alu4Parallel",
                          "*/CompactionSequencerTwin.*/Lanes16Alu4Fifo"])
        block = BLOCKS["unswizzle"]
        self.assertEqual(block.tests(block.twin_shapes(16, 4)[2]),
                         "*/UnswizzleRtl.*/Lanes16Alu4Bits64:*/DataPathRtl.*/Lanes16Alu4Bits64")

    def test_geometries_share_the_models_that_both_need(self):
        names = [model.name for model in models(geometries().values())]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(names.count("exec_mask_16"), 1)
        self.assertIn("scc_control_16x4x1", names)

    def test_blocks_inside_one_module_have_its_name(self):
        self.assertIn('{"scc_control", {CompactionPolicy::Scc, CompactionPolicy::SccFifo}},\n',
                      controls())

    def test_a_file_that_would_not_change_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.h"
            write(path, "one")
            before = path.stat().st_mtime_ns
            write(path, "one")
            self.assertEqual(path.stat().st_mtime_ns, before)
            write(path, "two")
            self.assertEqual(path.read_text(encoding="utf-8"), "two")


if __name__ == "__main__":
    unittest.main()
