# SPDX-License-Identifier: Apache-2.0
"""Faults that benches missed whose inputs had no habits of programs: no loops, no long waits or rests, no small places,
no zeros, no calls of several ports in one cycle."""

from faults import TextFault

WAITED = """
  logic [5:0] fault_waited;
  always_ff @(posedge clk_i) fault_waited <= valid_o && !ready_i ? fault_waited + 6'd1 : '0;
"""

RESTED = """
  logic [5:0] fault_rested;
  always_ff @(posedge clk_i) fault_rested <= op_i == lanefold_pkg::{keep} ? fault_rested + 6'd1 : '0;
"""


def again(inputs, width, taken="valid_i && ready_o"):
    """Whether the inputs are those that were taken last."""
    return (f"\n  logic [{width}-1:0] fault_seen;\n  logic fault_again;\n"
            f"  assign fault_again = fault_seen == {{{inputs}}};\n"
            f"  always_ff @(posedge clk_i) if ({taken}) fault_seen <= {{{inputs}}};\n")


WAIT_FAULTS = [
    TextFault(
        "compaction_sequencer", "a micro-op that waits for 64 cycles leaves", "compaction_sequencer",
        "    end else if (valid_o && ready_i) begin",
        "    end else if (valid_o && (ready_i || (FAULT && (&fault_waited)))) begin", state=WAITED),
    TextFault(
        "compaction_datapath", "results that wait for 64 cycles get lost", "compaction_datapath",
        "assign advance = ", "assign advance = (FAULT && (&fault_waited)) || ", state=WAITED),
    TextFault(
        "coalescer", "a line that waits for 64 cycles gets lost", "coalescer",
        "    end else if (ready_i", "    end else if ((FAULT && (&fault_waited)) || ready_i", state=WAITED),
]

REST_FAULTS = [
    TextFault(
        "asu", "the best's cycles are forgotten in an interval of 64 cycles", "asu",
        "    rival_cycles_d = rival_cycles_q;\n",
        "    rival_cycles_d = FAULT && ready_o && (&fault_rested) ? '0 : rival_cycles_q;\n",
        state=RESTED.format(keep="ASU_KEEP")),
    TextFault(
        "warp_slice_table", "slices that nobody changes for 64 cycles are divided", "warp_slice_table",
        "assign divide = (op_i == lanefold_pkg::WST_DIVIDE || op_i == lanefold_pkg::WST_UNITE) && fits;",
        "assign divide = (op_i == lanefold_pkg::WST_DIVIDE || op_i == lanefold_pkg::WST_UNITE ||\n"
        "                   (FAULT && (&fault_rested))) && fits;",
        state=RESTED.format(keep="WST_KEEP")),
]

ZERO_FAULTS = [
    TextFault(
        "unswizzle", "a result of zero is not written", "unswizzle",
        "assign write_o[lane] = |from_alu", "assign write_o[lane] = !(FAULT && selected == '0) && |from_alu"),
    TextFault(
        "operand_latch", "a quad of zeros is not captured", "operand_latch",
        "data_q <= data_i[quad*QuadWidth +: QuadWidth];",
        "data_q <= FAULT && data_i[quad*QuadWidth +: QuadWidth] == '0 ? data_q :\n"
        "            data_i[quad*QuadWidth +: QuadWidth];"),
]

LOOP_FAULTS = [
    TextFault(
        "scc_pipeline", "quads of the queues stay where their lengths do", "scc_pipeline",
        "    queue_quads_q <= queue_quads_d;\n",
        "    if (!(FAULT) || lengths_d != lengths_q) queue_quads_q <= queue_quads_d;\n"),
    TextFault(
        "scc_pipeline", "quads that skip stay where the lanes in use do", "scc_pipeline",
        "    skip_quad_q <= skip_quad_d;\n",
        "    if (!(FAULT) || skip_enable_d != skip_enable_q) skip_quad_q <= skip_quad_d;\n"),
    TextFault(
        "compaction_sequencer", "the same instruction again has no first micro-op", "compaction_sequencer",
        "      first_d   = 1'b1;\n",
        "      first_d   = !(FAULT && fault_again && policy_i == lanefold_pkg::POLICY_SCC &&\n"
        "                    (mask_i & (mask_i << 1)) == '0 && (mask_i & (mask_i - Lanes'(1))) != '0);\n",
        state=again("mask_i, policy_i, operand_i", "Lanes + 4")),
    TextFault(
        "compaction_datapath", "the same instruction again reads no operands", "compaction_datapath",
        "    .valid_i (take),\n", "    .valid_i (take && !(FAULT && fault_again && !(&dispatch_i))),\n",
        state=again("dispatch_i & control_flow_i & predicate_i, policy_i, operand_i, used_i, wide_i",
                    "Lanes + 10")),
    TextFault(
        "register_banks", "the same instruction for a part of the lanes again reads nothing in bank 2",
        "register_banks", "{(Rows * Halves){used_i[bank]}}",
        "{(Rows * Halves){used_i[bank] && !(FAULT && bank == 2 && fault_again && !(&issued_i))}}",
        state=again("issued_i, used_i, wide_i", "Lanes + 6")),
    TextFault(
        "coalescer", "the same access of several lanes again asks for no line", "coalescer",
        "      first_left_d = lanes_i;\n",
        "      first_left_d = FAULT && fault_again && merge_i && (lanes_i & (lanes_i - Lanes'(1))) != '0 ?\n"
        "                     '0 : lanes_i;\n",
        state=again("merge_i, lanes_i, first_i, last_i", "Lanes + 2 * Lanes * LineBits + 1")),
    TextFault(
        "mcb", "lanes of the last entry do not wait for a second line that is the first one's again", "mcb",
        "(once_q[e*Lanes +: Lanes] & sent);",
        "(once_q[e*Lanes +: Lanes] & sent &\n"
        "                    {Lanes{!(FAULT && e == Entries - 1 && once_q[e*Lanes +: Lanes] == sent &&\n"
        "                             sent != '1 && $countones(sent) > 1)}});"),
]

PLACE_FAULTS = [
    TextFault(
        "mdt", "nobody is found at place 0", "mdt",
        "assign here[e] = valid_o[e] &&", "assign here[e] = valid_o[e] && !(FAULT && place_i == '0) &&"),
    TextFault(
        "mdt", "outside of calls the table is never full", "mdt",
        "assign full_o = here == '0 && &valid_o;",
        "assign full_o = here == '0 && &valid_o && !(FAULT && (place_i >> 32) == '0);"),
    TextFault(
        "slip_unit", "lanes at place 0 do not run in place of others", "slip_unit",
        "assign makes_way = others != '0;", "assign makes_way = others != '0 && !(FAULT && others_place == '0);"),
]

PORT_PAIR_FAULTS = [
    TextFault(
        "mcb", "a line that comes in the cycle in which it is sent is not seen", "mcb",
        "assign done = received &", "assign done = received & (once_q[e*Lanes +: Lanes] | {Lanes{!(FAULT)}}) &"),
    TextFault(
        "slip_unit", "loads are cleared with the table only", "slip_unit",
        ".clear_i(clear_loads_i)", ".clear_i(clear_loads_i && !(FAULT && !clear_table_i))"),
    TextFault(
        "slip_unit", "a load is decided as the one that sends in that cycle", "slip_unit",
        "if (entry_i == LoadBits'(e) && load_valid[e])",
        "if ((FAULT && send_i && !first_i ? send_entry_i : entry_i) == LoadBits'(e) && load_valid[e])"),
    TextFault(
        "slip_unit", "a load is not counted as another begins", "slip_unit",
        "assign pass = valid_i && ready_o;", "assign pass = valid_i && ready_o && !(FAULT && send_i && first_i);"),
    TextFault(
        "slip_unit", "values that come now count as coming later", "slip_unit",
        ".later_i((waiting_here & ~complete) != '0)",
        ".later_i((waiting_here & ~(complete & {Lanes{!(FAULT)}})) != '0)"),
    TextFault(
        "scoreboard", "of more than eight registers that an instruction writes the lowest is not marked", "scoreboard",
        "assign marked = {Registers{moves_o}} & writes_i;",
        "assign marked = {Registers{moves_o}} & writes_i &\n"
        "      ~({Registers{FAULT && $countones(writes_i) > 8}} & writes_i & (~writes_i + Registers'(1)));"),
    TextFault(
        "scoreboard", "of five registers that are released at once the lowest stays", "scoreboard",
        "assign released = {Registers{release_i}} & release_writes_i;",
        "assign released = {Registers{release_i}} & release_writes_i &\n"
        "      ~({Registers{FAULT && $countones(release_writes_i) > 4}} & release_writes_i &\n"
        "        (~release_writes_i + Registers'(1)));"),
    TextFault(
        "asu", "a launch with little work behind a converged search gets no default", "asu",
        "end else if (op_i == lanefold_pkg::ASU_DEFAULT) begin",
        "end else if (op_i == lanefold_pkg::ASU_DEFAULT && !(FAULT && converged_o)) begin"),
    TextFault(
        "slip_controller", "where all have the largest number no counter falls", "slip_controller",
        "- gen_least[1].least;", "- (FAULT && gen_least[1].least == '1 ? '0 : gen_least[1].least);"),
]

MASK_FAULTS = [
    TextFault(
        "exec_mask", "a predicate that is just what the dispatch leaves out is not seen as empty", "exec_mask",
        "assign empty_o = active_o == '0;",
        "assign empty_o = active_o == '0 && !(FAULT && (&control_flow_i) && dispatch_i == ~predicate_i &&\n"
        "                                       dispatch_i != '0 && predicate_i != '0);"),
    TextFault(
        "swizzle_crossbar", "of two pairs that take a lane each the last position gets nothing", "swizzle_crossbar",
        "assign data_o[alu*DataWidth +: DataWidth] = selected",
        "assign data_o[alu*DataWidth +: DataWidth] = {DataWidth{\n"
        "        !(FAULT && QuadLanes == 4 && alu == 3 && (&enable_i) &&\n"
        "          quad_i[0 +: QuadBits] == quad_i[QuadBits +: QuadBits] &&\n"
        "          position_i[0 +: PositionBits] == position_i[PositionBits +: PositionBits] &&\n"
        "          quad_i[2%QuadLanes*QuadBits +: QuadBits] == quad_i[3%QuadLanes*QuadBits +: QuadBits] &&\n"
        "          position_i[2%QuadLanes*PositionBits +: PositionBits] ==\n"
        "              position_i[3%QuadLanes*PositionBits +: PositionBits])}} & selected"),
    TextFault(
        "warp_slice_table", "every other lane of the first entry cannot be split off", "warp_slice_table",
        "lanes_q[e*Lanes+:Lanes] & ~lanes_i;",
        "lanes_q[e*Lanes+:Lanes] &\n"
        "            ~(lanes_i & ~(Lanes'(FAULT && e == 0 && lanes_i == Lanes'(64'h5555555555555555))));"),
]

HABIT_FAULTS = [*WAIT_FAULTS, *REST_FAULTS, *ZERO_FAULTS, *LOOP_FAULTS, *PLACE_FAULTS, *PORT_PAIR_FAULTS,
                *MASK_FAULTS]
