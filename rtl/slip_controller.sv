// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss: which lanes of a warp proceed after a load, and by how many loads each lane is
// ahead of the last (SC'09 sections 4.1, steps 2 to 5, and 5.1).

/// The decision follows from the inputs and the counters in the same cycle. With pass_i it is
/// carried out: lanes that go on pass the load.
module slip_controller #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Bits of a counter, at least 1 (section 6: 8).
    parameter int unsigned CounterBits = 8
) (
    /// Clock, rising edge.
    input  logic                         clk_i,
    /// Reset, active low, asynchronous.
    input  logic                         rst_ni,
    /// No lane is ahead from the next edge on: the warp starts, or is at a barrier.
    input  logic                         clear_i,
    /// Loads by which a lane may be ahead.
    input  logic [CounterBits-1:0]       max_i,
    /// Lanes at the load.
    input  logic [Lanes-1:0]             lanes_i,
    /// Lanes at the load whose values have not come.
    input  logic [Lanes-1:0]             missing_i,
    /// Lanes that were left behind at any load.
    input  logic [Lanes-1:0]             behind_i,
    /// Lanes that were left behind at this load and have their values.
    input  logic [Lanes-1:0]             ready_i,
    /// Other lanes that were left behind at this load get their values later.
    input  logic                         later_i,
    /// Other lanes were left behind elsewhere and can run.
    input  logic                         elsewhere_i,
    /// Lanes can be left behind at this load.
    input  logic                         slots_free_i,
    /// The decision is carried out at the next edge.
    input  logic                         pass_i,
    /// Lanes that go on; the others of lanes_i and ready_i stay. None: wait for more values.
    output logic [Lanes-1:0]             proceed_o,
    /// All lanes stay, and those that were left behind elsewhere run.
    output logic                         yield_o,
    /// Lanes at the load or left behind that are as far ahead as they may be.
    output logic [Lanes-1:0]             limited_o,
    /// Per lane the loads by which it is ahead, 0 to the largest number.
    output logic [Lanes*CounterBits-1:0] ahead_o
);

  if (!lanefold_pkg::legal_lanes(Lanes) || CounterBits < 1) begin : gen_illegal
    $fatal(1, "slip_controller: no %0d lanes with counters of %0d bits", Lanes, CounterBits);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Lanes*CounterBits-1:0] ahead_d, ahead_q;

  // Lanes on other paths of a branch do not take part.
  logic [Lanes-1:0] considered;
  assign considered = lanes_i | behind_i;

  for (genvar l = 0; l < Lanes; l++) begin : gen_limited
    assign limited_o[l] = considered[l] && ahead_q[l*CounterBits+:CounterBits] >= max_i;
  end

  // Who has a value, and who of these may go on without the others.
  logic [Lanes-1:0] here, unlimited;
  assign here = (lanes_i & ~missing_i) | ready_i;
  assign unlimited = here & ~limited_o;

  always_comb begin
    proceed_o = '0;
    yield_o = 1'b0;
    if (missing_i != '0) begin
      if (slots_free_i && limited_o == '0) begin
        proceed_o = unlimited;
      end
    end else if (unlimited != '0) begin
      proceed_o = slots_free_i ? unlimited : here;
    end else if (!later_i) begin
      proceed_o = elsewhere_i ? '0 : here;
      yield_o = elsewhere_i;
    end
  end

  // How far the last lane is ahead of zero: the root of a tree over all lanes.
  for (genvar n = 2 * Lanes - 1; n >= 1; n--) begin : gen_least
    logic [CounterBits-1:0] least;
    if (n >= Lanes) begin : gen_lane
      assign least = considered[n-Lanes] ? ahead_q[(n-Lanes)*CounterBits+:CounterBits] : '1;
    end else begin : gen_pair
      assign least = gen_least[2*n].least < gen_least[2*n+1].least ?
          gen_least[2*n].least : gen_least[2*n+1].least;
    end
  end

  // The last lanes, and whether all of them pass the load.
  logic [Lanes-1:0] last;
  logic             last_pass;
  assign last_pass = (last & ~proceed_o) == '0;

  // A lane that passes is one ahead, and the last lane is at zero. A lane that is too far ahead to
  // be counted stays at the largest number.
  for (genvar l = 0; l < Lanes; l++) begin : gen_ahead
    logic [CounterBits-1:0] distance, passed;
    assign distance = ahead_q[l*CounterBits+:CounterBits] - gen_least[1].least;
    assign last[l] = considered[l] && distance == '0;
    always_comb begin
      passed = distance;
      if (proceed_o[l] && !last_pass && distance != '1) begin
        passed = distance + CounterBits'(1);
      end else if (!proceed_o[l] && last_pass) begin
        passed = distance - CounterBits'(1);
      end
    end
    assign ahead_d[l*CounterBits+:CounterBits] =
        considered[l] ? passed : ahead_q[l*CounterBits+:CounterBits];
  end

  // If all lanes proceed together no lane gets ahead.
  logic counts;
  assign counts = pass_i && proceed_o != '0 && proceed_o != considered;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q <= '0;
    end else if (clear_i) begin
      ahead_q <= '0;
    end else if (counts) begin
      ahead_q <= ahead_d;
    end
  end

  assign ahead_o = ahead_q;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  logic [Lanes-1:0] at_most;
  for (genvar l = 0; l < Lanes; l++) begin : gen_at_most
    assign at_most[l] = &ahead_q[l*CounterBits+:CounterBits];
  end
  `LANEFOLD_WAS(cleared_q, clear_i, 1'b1)
  `LANEFOLD_WAS(held_q, !clear_i && !(pass_i && proceed_o != '0), 1'b0)
  `LANEFOLD_WAS(before_q, ahead_q, '0)
  `LANEFOLD_ASSERT(NobodyIsAheadAfterAClear, !cleared_q || ahead_o == '0)
  `LANEFOLD_ASSERT(CountersHoldUnlessALoadIsPassed, !held_q || ahead_o == before_q)
  `LANEFOLD_COVER(SomeGoOnWithoutOthers, pass_i && missing_i != '0 && proceed_o != '0)
  `LANEFOLD_COVER(ReadyOnesGoOnWithThem, pass_i && (proceed_o & ready_i) != '0)
  `LANEFOLD_COVER(AllMiss, lanes_i != '0 && missing_i == lanes_i)
  `LANEFOLD_COVER(NoSlotIsFree, missing_i != '0 && unlimited != '0 && !slots_free_i)
  `LANEFOLD_COVER(LaneAtTheLimitWaits, missing_i != '0 && limited_o != '0 && slots_free_i)
  `LANEFOLD_COVER(LanesMakeWay, pass_i && yield_o)
  `LANEFOLD_COVER(LanesAtTheLimitGoOn, pass_i && proceed_o != '0 && unlimited == '0)
  `LANEFOLD_COVER(LastLanesPass, counts && last_pass)
  `LANEFOLD_COVER(LaneGoesOnWithItsCounterAtItsMost, counts && (proceed_o & at_most) != '0)
  `LANEFOLD_COVER(ClearsWhatWouldCount, clear_i && counts)
`endif
endmodule
