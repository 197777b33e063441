# SPDX-License-Identifier: Apache-2.0
"""The modules of rtl/ that have twins, the list that proofs, faults and synthesis take them from."""

# In the order of `Block` in tb/formal/control_proof.sv.
CONTROL_BLOCKS = ["none_control", "ivb_half", "bcc_control", "scc_parallel", "scc_fifo"]
# What takes the place of a control block where it has more than one cycle.
PIPELINES = ["scc_pipeline"]
# The halves of scc_parallel and scc_pipeline.
SCC_HALVES = ["scc_surplus", "scc_slots"]
DATA_PATH = ["swizzle_crossbar", "wired_or_crossbar", "unswizzle", "operand_latch"]
# Inside wired_or_crossbar.
CROSSBAR_PARTS = ["quad_swizzler", "wired_or_bus"]
MEMORY_DIVERGENCE = ["mdt", "slip_controller"]
WARP_SLICES = ["asu", "warp_slice_table"]
# As models/twins/verilated/CMakeLists.txt has them: entries; and warps and entries of a core.
MDT_ENTRIES = (2, 4)
SLICE_SHAPES = ((2, 8), (4, 64), (6, 64))
# Of the table, solvers take minutes for many entries, which are all alike.
TABLE_SHAPES = ((2, 8), (6, 16))
MODULES = ["exec_mask", *CONTROL_BLOCKS, *PIPELINES, *DATA_PATH, "compaction_sequencer",
           *MEMORY_DIVERGENCE, *WARP_SLICES]


def slice_parameters(lanes, shapes):
    """The parameters of the modules that divide warps: a core has no more slices than lanes."""
    return [{"Lanes": lanes, "Warps": warps, "Entries": min(entries, warps * lanes)}
            for warps, entries in shapes]
