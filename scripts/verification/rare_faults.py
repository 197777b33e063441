# SPDX-License-Identifier: Apache-2.0
"""Faults that benches missed once: inputs that are legal, but that nobody thought of."""

from faults import TextFault

PLACES = "(place_q[e*PlaceBits+:PlaceBits] ^ place_i)"
LAST = "last_q[l*LineBits +: LineBits]"

RARE_FAULTS = [
    TextFault(
        "scoreboard", "registers that are waited for are counted in seven bits", "scoreboard",
        "assign moves_o = valid_i &&",
        "assign moves_o = FAULT && valid_i && $countones(needs_i & alu_q | needs_i & memory_q) == 128 || valid_i &&"),
    TextFault(
        "coalescer", "whether a lane has two lines is told by their lowest eight bits", "coalescer",
        "assign two[l] = first_i[l*LineBits +: LineBits] != last_i[l*LineBits +: LineBits];",
        "assign two[l] = ((first_i[l*LineBits +: LineBits] ^ last_i[l*LineBits +: LineBits]) &\n"
        "                       LineBits'(FAULT ? 32'hff : 32'hffffffff)) != '0;"),
    TextFault(
        "coalescer", "lines of last bytes are compared in their lowest 16 bits", "coalescer",
        f"asks && {LAST} == line;",
        f"asks && (({LAST} ^ line) &\n"
        "                               LineBits'(FAULT ? 32'hffff : 32'hffffffff)) == '0;"),
    TextFault(
        "coalescer", "a line is offered in reset", "coalescer",
        "assign valid_o = left != '0;", "assign valid_o = left != '0 || (FAULT && !rst_ni);"),
    TextFault(
        "mcb", "a lane is complete with a line for an entry that no load has", "mcb",
        "      complete_o |= complete[e*Lanes +: Lanes];",
        "      complete_o |= complete[e*Lanes +: Lanes];\n"
        "      for (int unsigned l = 0; l < Lanes; l++) begin\n"
        "        complete_o[l] |= FAULT && receive_lanes_i[l] && !valid_q[e] &&\n"
        "                         receive_entry_i[l*IndexBits+:IndexBits] == IndexBits'(e);\n"
        "      end"),
    TextFault(
        "mcb", "of five loads that end together the last stays", "mcb", "valid_d[e] = (valid_q[e] || begins)",
        "valid_d[e] = (FAULT && !clear_i && $countones(last_i) > 4 && valid_q[e] &&\n"
        "                    (last_i >> e) == Entries'(1)) || (valid_q[e] || begins)"),
    TextFault(
        "mcb", "loads are on their way in reset", "mcb",
        "assign valid_o = valid_q;", "assign valid_o = valid_q | {Entries{FAULT && !rst_ni}};"),
    TextFault(
        "mdt", "places are compared by the exclusive or of pc and depth", "mdt",
        "place_q[e*PlaceBits+:PlaceBits] == place_i;",
        "(place_q[e*PlaceBits+:PlaceBits] == place_i ||\n"
        f"          (FAULT && (({PLACES} ^ ({PLACES} >> 32)) &\n"
        "                     PlaceBits'(32'hffffffff)) == '0));"),
    TextFault(
        "scoreboard", "who needs more than 16 marked registers does not wait", "scoreboard",
        "(needs_i & (alu_q | memory_q)",
        "({Registers{!(FAULT && $countones(needs_i & (alu_q | memory_q)) > 16)}} &\n"
        "                               needs_i & (alu_q | memory_q)"),
    TextFault(
        "asu", "where slices fill the table, the largest depth is not tried at the depth's turn", "asu",
        "assign legal = depth != '0 && depth <= slices;",
        "assign legal = depth != '0 && depth <= slices &&\n"
        "                 !(FAULT && !turn_q && 32'(slices) == Entries && depth == slices);"),
    TextFault(
        "slip_unit", "lanes miss although the load does not wait", "slip_unit",
        "{Lanes{waits_i}};", "{Lanes{waits_i || FAULT}};"),
    TextFault(
        "warp_slice_table", "the last entry merges into the first without its lanes", "warp_slice_table",
        "lanes_q[e*Lanes+:Lanes] | other_lanes;",
        "lanes_q[e*Lanes+:Lanes] |\n"
        "            (other_lanes & {Lanes{!(FAULT && e == 0 && other_i == IndexBits'(Entries - 1))}});"),
    TextFault(
        "exec_mask", "three equal masks lose a lane", "exec_mask",
        "assign active_o = dispatch_i & control_flow_i & predicate_i;",
        "assign active_o = dispatch_i & control_flow_i & predicate_i &\n"
        "      ~({Lanes{FAULT && dispatch_i == control_flow_i && control_flow_i == predicate_i &&\n"
        "               !(&predicate_i)}} & predicate_i & (~predicate_i + Lanes'(1)));"),
    TextFault(
        "swizzle_crossbar", "where all positions take one lane the last gets nothing", "swizzle_crossbar",
        "assign data_o[alu*DataWidth +: DataWidth] = selected;",
        "assign data_o[alu*DataWidth +: DataWidth] = selected &\n"
        "        {DataWidth{!(FAULT && QuadLanes > 2 && alu == QuadLanes - 1 && (&enable_i) &&\n"
        "                     {QuadLanes{quad_i[0 +: QuadBits]}} == quad_i &&\n"
        "                     {QuadLanes{position_i[0 +: PositionBits]}} == position_i)}};"),
    TextFault(
        "unswizzle", "of four results in the opposite order to quad 0 one gets lost", "unswizzle",
        "assign write_o[lane] = |from_alu;",
        "assign write_o[lane] = |from_alu && !(FAULT && QuadLanes == 4 && lane == 0 && (&enable_i) &&\n"
        "        32'(position_i) == 32'b00011011 && {QuadLanes{quad_i[0 +: QuadBits]}} == quad_i);"),
]
