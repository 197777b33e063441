// SPDX-License-Identifier: Apache-2.0
// The slip controller and what its decision and its counters promise, lane by lane; no output is
// ever 1. The counters of the cycle before are a record of two lanes that are watched.

module slip_controller_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Bits of a counter.
    parameter int unsigned CounterBits = 8,
    localparam int unsigned LaneBits = $clog2(Lanes)
) (
    /// Clock.
    input  logic                   clk_i,
    /// Everything that the controller is offered, free in every cycle.
    input  logic                   rst_ni,
    input  logic                   clear_i,
    input  logic [CounterBits-1:0] max_i,
    input  logic [Lanes-1:0]       lanes_i,
    input  logic [Lanes-1:0]       missing_i,
    input  logic [Lanes-1:0]       behind_i,
    input  logic [Lanes-1:0]       ready_i,
    input  logic                   later_i,
    input  logic                   elsewhere_i,
    input  logic                   slots_free_i,
    input  logic                   pass_i,
    /// The lanes that are watched, free in every cycle.
    input  logic [LaneBits-1:0]    one_i,
    input  logic [LaneBits-1:0]    other_i,
    /// A lane goes on without its value, or one that is not at the load.
    output logic                   went_without_o,
    /// A lane of the load stays although it cannot be left behind there.
    output logic                   stayed_without_free_slot_o,
    /// With a lane at the limit, lanes go on without others whose values are missing.
    output logic                   slipped_at_limit_o,
    /// With a limit of 0, lanes go on without others of the load.
    output logic                   slipped_without_slip_o,
    /// A lane at the limit goes on while one below it could have gone on instead of it.
    output logic                   limited_first_o,
    /// Lanes yield although they could proceed, or no other lanes can run instead.
    output logic                   yield_wrong_o,
    /// No lane proceeds or yields although no value is to come.
    output logic                   stuck_o,
    /// The limit is not that of the counters.
    output logic                   limit_wrong_o,
    /// After a load that some passed without others, the last lane is not at zero.
    output logic                   last_not_zero_o,
    /// A lane is not as far ahead of the last as it was, and one more, or less, for who passed the
    /// load.
    output logic                   distance_wrong_o,
    /// A counter changed that should not, or the counters are not cleared.
    output logic                   counter_wrong_o,
    /// After a reset, a counter is not at zero.
    output logic                   reset_wrong_o
);
  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  // The situations that there are.
  logic [Lanes-1:0] missing, behind, ready, considered;
  assign missing = missing_i & lanes_i;
  assign behind = behind_i & ~lanes_i;
  assign ready = ready_i & behind;
  assign considered = lanes_i | behind;

  logic [Lanes-1:0] proceed, limited;
  logic yield;
  logic [Lanes*CounterBits-1:0] ahead;
  slip_controller #(.Lanes(Lanes), .CounterBits(CounterBits)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .clear_i(clear_i), .max_i(max_i), .lanes_i(lanes_i),
      .missing_i(missing), .behind_i(behind), .ready_i(ready), .later_i(later_i),
      .elsewhere_i(elsewhere_i), .slots_free_i(slots_free_i), .pass_i(pass_i), .proceed_o(proceed),
      .yield_o(yield), .limited_o(limited), .ahead_o(ahead));

  logic [Lanes-1:0] have, stay, limit_wrong;
  assign have = (lanes_i & ~missing) | ready;
  assign stay = lanes_i & ~proceed;
  for (genvar l = 0; l < Lanes; l++) begin : gen_limit
    assign limit_wrong[l] =
        limited[l] != (considered[l] && ahead[l*CounterBits+:CounterBits] >= max_i);
  end

  // A cycle ago: whether lanes passed a load without others, who they were, and how far two lanes
  // were ahead, which are watched for two cycles.
  logic was_q, cleared_q, passed_q;
  logic [Lanes-1:0] considered_q, proceed_q;
  logic [LaneBits-1:0] one_q, other_q;
  logic [CounterBits-1:0] one_ahead_q, other_ahead_q;
  always_ff @(posedge clk_i) begin
    was_q <= rst_n;
    cleared_q <= clear_i;
    passed_q <= pass_i && proceed != '0 && proceed != considered;
    considered_q <= considered;
    proceed_q <= proceed;
    one_q <= one_i;
    other_q <= other_i;
    one_ahead_q <= ahead[one_i*CounterBits+:CounterBits];
    other_ahead_q <= ahead[other_i*CounterBits+:CounterBits];
  end

  logic [Lanes-1:0] at_zero;
  for (genvar l = 0; l < Lanes; l++) begin : gen_zero
    assign at_zero[l] = considered_q[l] && ahead[l*CounterBits+:CounterBits] == '0;
  end

  // How far one is ahead of the other, if that is the last: its number, up to the largest.
  localparam int unsigned SumBits = CounterBits + 1;
  logic [CounterBits-1:0] one_ahead, other_ahead;
  assign one_ahead = ahead[one_q*CounterBits+:CounterBits];
  assign other_ahead = ahead[other_q*CounterBits+:CounterBits];
  logic [SumBits-1:0] one_sum, other_sum, distance;
  assign one_sum = SumBits'(one_ahead_q) + SumBits'(proceed_q[one_q]);
  assign other_sum = SumBits'(other_ahead_q) + SumBits'(proceed_q[other_q]);
  assign distance = one_sum - other_sum;
  logic distance_right;
  assign distance_right = one_sum >= other_sum &&
      one_ahead == (distance[CounterBits] ? '1 : distance[CounterBits-1:0]);

  logic checked, before;
  assign checked = !boot_q && rst_ni;
  assign before = checked && was_q;
  assign went_without_o = checked && (proceed & ~have) != '0;
  assign stayed_without_free_slot_o = checked && proceed != '0 && stay != '0 && !slots_free_i;
  assign slipped_at_limit_o = checked && limited != '0 && missing != '0 && proceed != '0;
  assign slipped_without_slip_o = checked && max_i == '0 && proceed != '0 && stay != '0;
  assign limited_first_o = checked && (proceed & limited) != '0 && slots_free_i &&
      (have & ~limited) != '0;
  assign yield_wrong_o = checked && yield &&
      (proceed != '0 || !elsewhere_i || missing != '0 || (have & ~limited) != '0);
  assign stuck_o = checked && lanes_i != '0 && missing == '0 && !later_i && proceed == '0 &&
      !yield;
  assign limit_wrong_o = checked && limit_wrong != '0;
  assign last_not_zero_o = before && passed_q && !cleared_q && at_zero == '0;
  assign distance_wrong_o = before && passed_q && !cleared_q && considered_q[one_q] &&
      considered_q[other_q] && other_ahead == '0 && !distance_right;
  assign counter_wrong_o = before && (cleared_q ? ahead != '0 :
      (!passed_q || !considered_q[one_q]) && one_ahead != one_ahead_q);
  assign reset_wrong_o = checked && !was_q && ahead != '0;
endmodule
