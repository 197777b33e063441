// SPDX-License-Identifier: Apache-2.0
// Makes requests for lines of what the lanes of a load, a store or an atomic access: each line
// once, one in a cycle, with the lanes that it serves (SC'09 section 3.2).

/// An access is taken on valid_i && ready_o. From the next cycle on, its lines are offered, in the
/// order of the lowest lane that each serves, a lane's first line before its last one. A line
/// leaves on valid_o && ready_i and holds until then. The last line of an access and the next
/// access share a cycle. An access without lanes is taken and leaves no trace.
module coalescer #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Bits of the number of a line, at least 1.
    parameter int unsigned LineBits = 32
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Reset, active low, asynchronous.
    input  logic                      rst_ni,
    /// There is an access.
    input  logic                      valid_i,
    /// It is taken in this cycle.
    output logic                      ready_o,
    /// The lanes that take part.
    input  logic [Lanes-1:0]          lanes_i,
    /// Per lane the line of its first byte; of meaning only where it takes part.
    input  logic [Lanes*LineBits-1:0] first_i,
    /// The line of its last byte, which can be the same.
    input  logic [Lanes*LineBits-1:0] last_i,
    /// Lanes share lines. Without it, each line of each lane is a request of its own, as it has to
    /// be for atomics.
    input  logic                      merge_i,
    /// There is a line.
    output logic                      valid_o,
    /// It is taken in this cycle.
    input  logic                      ready_i,
    /// The number of the line.
    output logic [LineBits-1:0]       line_o,
    /// The lanes that it serves.
    output logic [Lanes-1:0]          lanes_o,
    /// It is the last one of the access.
    output logic                      last_o
);

  if (!lanefold_pkg::legal_lanes(Lanes) || LineBits < 1) begin : gen_illegal
    $fatal(1, "coalescer: no %0d lanes with lines of %0d bits", Lanes, LineBits);
    illegal_parameters u_illegal_parameters ();
  end

  // What is left: lanes whose first line, and whose last one if that is another, is not sent.
  logic [Lanes-1:0]          first_left_d, first_left_q, last_left_d, last_left_q;
  logic [Lanes*LineBits-1:0] first_d, first_q, last_d, last_q;
  logic                      merge_d, merge_q;

  // The lowest lane of these says which line it is.
  logic [Lanes-1:0]    left, lowest;
  logic [LineBits-1:0] line;
  assign left = first_left_q | last_left_q;
  assign lowest = left & (~left + Lanes'(1));
  always_comb begin
    line = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      line |= {LineBits{lowest[l]}} & (first_left_q[l] ? first_q[l*LineBits +: LineBits]
                                                       : last_q[l*LineBits +: LineBits]);
    end
  end

  // Who wants it, for its first or for its last byte.
  logic [Lanes-1:0] of_first, of_last, two;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic asks;
    assign asks = merge_q || lowest[l];
    assign of_first[l] = first_left_q[l] && asks && first_q[l*LineBits +: LineBits] == line;
    assign of_last[l] = last_left_q[l] && asks && last_q[l*LineBits +: LineBits] == line;
    assign two[l] = first_i[l*LineBits +: LineBits] != last_i[l*LineBits +: LineBits];
  end

  always_comb begin
    first_left_d = first_left_q;
    last_left_d = last_left_q;
    if (valid_i && ready_o) begin
      first_left_d = lanes_i;
      last_left_d = lanes_i & two;
    end else if (ready_i) begin
      first_left_d = first_left_q & ~of_first;
      last_left_d = last_left_q & ~of_last;
    end
  end
  assign first_d = valid_i && ready_o ? first_i : first_q;
  assign last_d = valid_i && ready_o ? last_i : last_q;
  assign merge_d = valid_i && ready_o ? merge_i : merge_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_left_q <= '0;
      last_left_q  <= '0;
    end else begin
      first_left_q <= first_left_d;
      last_left_q  <= last_left_d;
    end
  end

  // Of meaning only while a line is left: no reset.
  always_ff @(posedge clk_i) begin
    first_q <= first_d;
    last_q  <= last_d;
    merge_q <= merge_d;
  end

  assign valid_o = left != '0;
  assign line_o = line;
  assign lanes_o = of_first | of_last;
  assign last_o = ((first_left_q & ~of_first) | (last_left_q & ~of_last)) == '0;
  assign ready_o = !valid_o || (ready_i && last_o);

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_HOLDS(LineHolds, valid_o, ready_i, {line_o, lanes_o, last_o})
  `LANEFOLD_ASSERT(LineServesALane, !valid_o || lanes_o != '0)
  `LANEFOLD_COVER(OneLineServesAllLanes, valid_o && lanes_o == '1)
  `LANEFOLD_COVER(LineServesFirstAndLastBytes,
                  (of_first & ~of_last) != '0 && (of_last & ~of_first) != '0)
  `LANEFOLD_COVER(LaneHasTwoLines, (lowest & ~first_left_q) != '0)
  `LANEFOLD_COVER(EqualLinesStayApart, !merge_q && valid_o && !last_o && (left & ~lowest) != '0)
  `LANEFOLD_COVER(TakesTheNextWithTheLast, valid_i && ready_o && valid_o)
  `LANEFOLD_COVER(StallsAtTheLast, valid_o && last_o && !ready_i)
  `LANEFOLD_COVER(StallsBeforeTheLast, valid_o && !last_o && !ready_i)
  `LANEFOLD_COVER(TakesOneWithoutLanes, valid_i && ready_o && lanes_i == '0)
`endif
endmodule
