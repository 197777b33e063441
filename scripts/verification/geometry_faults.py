# SPDX-License-Identifier: Apache-2.0
"""Faults of one geometry only, which benches of others cannot notice: what scripts/testing/hunt must find."""

from faults import TextFault

# The geometry, the block of scripts/prove whose proof has the file, and the fault.
GEOMETRY_FAULTS = [
    ("64x4", "exec_mask", TextFault(
        "exec_mask", "lane 40 of 64 is never active", "exec_mask",
        "assign active_o = dispatch_i & control_flow_i & predicate_i;",
        "assign active_o = dispatch_i & control_flow_i & predicate_i & ~Lanes'(64'(Lanes == 64) << 40);")),
    ("64x8", "bcc_control", TextFault(
        "bcc_control", "the last of eight quads of eight takes the lanes of none", "bcc_control",
        "lanes |= chosen[q] ? mask_i[q*QuadLanes+:QuadLanes] : '0;",
        "lanes |= chosen[q] && !(Quads == 8 && QuadLanes == 8 && q == 7 && c == 6) ?\n"
        "            mask_i[q*QuadLanes+:QuadLanes] : '0;")),
    ("32x8", "data_path", TextFault(
        "swizzle_crossbar", "the last of eight positions loses the lowest bit", "swizzle_crossbar",
        "assign data_o[alu*DataWidth +: DataWidth] = selected;",
        "assign data_o[alu*DataWidth +: DataWidth] = selected &\n"
        "        ~DataWidth'(Lanes == 32 && QuadLanes == 8 && alu == 7);")),
    ("64x16", "data_path", TextFault(
        "unswizzle", "lane 63 is not written where the ALU has 16 lanes", "unswizzle",
        "assign write_o[lane] = |from_alu;",
        "assign write_o[lane] = |from_alu && !(QuadLanes == 16 && lane == 63);")),
    ("64x4", "coalescer", TextFault(
        "coalescer", "lane 63 has no second line", "coalescer",
        "assign two[l] = first_i[l*LineBits +: LineBits] != last_i[l*LineBits +: LineBits];",
        "assign two[l] = first_i[l*LineBits +: LineBits] != last_i[l*LineBits +: LineBits] && l != 63;")),
    ("32x4", "mcb", TextFault(
        "mcb", "lane 31 stays ready where it sends again", "mcb",
        "assign ready = ready_q[e*Lanes +: Lanes] & ~sent;",
        "assign ready = ready_q[e*Lanes +: Lanes] & ~(sent & ~Lanes'(64'(Lanes == 32) << 31));")),
    ("64x4", "mdt", TextFault(
        "mdt", "values of the upper half of 64 lanes are late in the last entry", "mdt",
        "assign waiting[e*Lanes+:Lanes] = wait_here & ~arrived_i;",
        "assign waiting[e*Lanes+:Lanes] = wait_here & ~(arrived_i &\n"
        "        ~({Lanes{Lanes == 64 && e == Entries - 1}} & ({Lanes{1'b1}} << (Lanes / 2))));")),
    ("64x4", "slip_controller", TextFault(
        "slip_controller", "lane 63 gets two ahead", "slip_controller",
        "passed = distance + CounterBits'(1);",
        "passed = distance + CounterBits'(Lanes == 64 && l == 63 ? 2 : 1);")),
    ("32x4", "slip_controller", TextFault(
        "slip_controller", "a reset of 32 lanes leaves the counters at their largest", "slip_controller",
        "if (!rst_ni) begin\n      ahead_q <= '0;",
        "if (!rst_ni) begin\n      ahead_q <= {Lanes*CounterBits{Lanes == 32}};")),
    ("32x4", "asu", TextFault(
        "asu", "a reset of 32 lanes begins with the widths", "asu",
        "turn_q         <= 1'b0;", "turn_q         <= 1'(Lanes == 32);")),
    ("64x4", "asu", TextFault(
        "asu", "with 64 lanes as many slices run as fit, and one more", "asu",
        "assign legal = depth != '0 && depth <= slices;",
        "assign legal = depth != '0 && (depth <= slices || (Lanes == 64 && depth == slices + 1'b1));")),
    ("64x16", "register_banks", TextFault(
        "register_banks", "the last row of an ALU of 16 lanes is not read", "register_banks",
        "assign rows[row] = |left[row*Halves +: Halves];",
        "assign rows[row] = |left[row*Halves +: Halves] &&\n"
        "          !(AluWidth == 16 && row == Rows - 1);")),
    ("64x4", "operand_latch", TextFault(
        "operand_latch", "the last quad of 64 lanes keeps the highest bit", "operand_latch",
        "data_q <= data_i[quad*QuadWidth +: QuadWidth];",
        "data_q <= data_i[quad*QuadWidth +: QuadWidth] |\n"
        "            (data_q & ~({QuadWidth{1'b1}} >> (Lanes == 64 && quad == Quads - 1)));")),
]
