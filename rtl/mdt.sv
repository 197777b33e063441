// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of one warp: lanes that were left behind at loads, and which of them
// have their values (SC'09 section 4.1, figure 3).

/// An entry is there as long as it has lanes. Entries stand in the order in which they were made,
/// without gaps, the oldest first. Outputs show the table as it was at the last edge.
module mdt #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Entries, 1 to 64: M of table 1.
    parameter int unsigned Entries = 2,
    /// Bits of a place, at least 1: the pc of a load, and above it the depth of calls.
    parameter int unsigned PlaceBits = 64,
    /// Derived: bits of the number of an entry.
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1
) (
    /// Clock, rising edge.
    input  logic                         clk_i,
    /// Reset, active low, asynchronous.
    input  logic                         rst_ni,
    /// What happens at the next edge.
    input  lanefold_pkg::mdt_op_t        op_i,
    /// The place of MDT_LEAVE and MDT_MEET, and of the outputs that are about a place.
    input  logic [PlaceBits-1:0]         place_i,
    /// MDT_LEAVE: lanes that stay for their values. They are in no entry.
    input  logic [Lanes-1:0]             waiting_i,
    /// MDT_LEAVE: lanes that stay although they have theirs. MDT_MEET: lanes that may go on, of
    /// those that are ready at the place or become ready in this cycle.
    input  logic [Lanes-1:0]             lanes_i,
    /// MDT_TAKE: the number of the entry.
    input  logic [IndexBits-1:0]         index_i,
    /// Lanes whose values come in this cycle, in any entry or on their way into one.
    input  logic [Lanes-1:0]             arrived_i,
    /// No lane can be left behind at the place: it has no entry, and none is free. MDT_LEAVE does
    /// nothing.
    output logic                         full_o,
    /// Lanes that wait at the place for their values.
    output logic [Lanes-1:0]             waiting_o,
    /// Lanes that are ready there.
    output logic [Lanes-1:0]             ready_o,
    /// The entries that have lanes.
    output logic [Entries-1:0]           valid_o,
    /// Per entry its place; of meaning only where valid.
    output logic [Entries*PlaceBits-1:0] entry_place_o,
    /// Per entry the lanes that wait.
    output logic [Entries*Lanes-1:0]     entry_waiting_o,
    /// Per entry the lanes that are ready.
    output logic [Entries*Lanes-1:0]     entry_ready_o
);

  if (!lanefold_pkg::legal_lanes(Lanes) || Entries < 1 || Entries > 64 ||
      PlaceBits < 1) begin : gen_illegal
    $fatal(1, "mdt: no %0d entries of %0d lanes and places of %0d bits", Entries, Lanes, PlaceBits);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Entries*PlaceBits-1:0] place_d, place_q;
  logic [Entries*Lanes-1:0]     waiting_d, waiting_q, ready_d, ready_q;

  // Entries as they are after the operation, the one that goes still among them.
  logic [Entries*PlaceBits-1:0] place;
  logic [Entries*Lanes-1:0]     waiting, ready;

  // The entry of the place, the first free one, those without lanes after the operation.
  logic [Entries-1:0] here, free, gone;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic             leave, meet, take;
    logic [Lanes-1:0] wait_here, ready_here;

    assign valid_o[e] = {waiting_q[e*Lanes+:Lanes], ready_q[e*Lanes+:Lanes]} != '0;
    assign here[e] = valid_o[e] && place_q[e*PlaceBits+:PlaceBits] == place_i;
    if (e == 0) begin : gen_first
      assign free[e] = !valid_o[e];
    end else begin : gen_later
      assign free[e] = !valid_o[e] && valid_o[e-1];
    end

    assign leave = op_i == lanefold_pkg::MDT_LEAVE && (here[e] || (here == '0 && free[e]));
    assign meet = op_i == lanefold_pkg::MDT_MEET && here[e];
    assign take = op_i == lanefold_pkg::MDT_CLEAR ||
        (op_i == lanefold_pkg::MDT_TAKE && index_i == IndexBits'(e));

    always_comb begin
      wait_here = take ? '0 : waiting_q[e*Lanes+:Lanes];
      ready_here = take ? '0 : ready_q[e*Lanes+:Lanes];
      if (leave) begin
        wait_here |= waiting_i;
        ready_here |= lanes_i;
      end
      if (meet) begin
        wait_here &= ~(lanes_i & arrived_i);
        ready_here &= ~lanes_i;
      end
    end

    assign place[e*PlaceBits+:PlaceBits] = leave ? place_i : place_q[e*PlaceBits+:PlaceBits];
    assign waiting[e*Lanes+:Lanes] = wait_here & ~arrived_i;
    assign ready[e*Lanes+:Lanes] = ready_here | (wait_here & arrived_i);
    assign gone[e] = valid_o[e] && {wait_here, ready_here} == '0;
  end

  // Entries after one that is removed move up.
  for (genvar e = 0; e < Entries; e++) begin : gen_next
    if (e == Entries - 1) begin : gen_last
      assign place_d[e*PlaceBits+:PlaceBits] = place[e*PlaceBits+:PlaceBits];
      assign waiting_d[e*Lanes+:Lanes] = gone != '0 ? '0 : waiting[e*Lanes+:Lanes];
      assign ready_d[e*Lanes+:Lanes] = gone != '0 ? '0 : ready[e*Lanes+:Lanes];
    end else begin : gen_other
      logic move;
      assign move = gone[e:0] != '0;
      assign place_d[e*PlaceBits+:PlaceBits] = move ?
          place[(e+1)*PlaceBits+:PlaceBits] : place[e*PlaceBits+:PlaceBits];
      assign waiting_d[e*Lanes+:Lanes] = move ?
          waiting[(e+1)*Lanes+:Lanes] : waiting[e*Lanes+:Lanes];
      assign ready_d[e*Lanes+:Lanes] = move ? ready[(e+1)*Lanes+:Lanes] : ready[e*Lanes+:Lanes];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      ready_q   <= '0;
    end else begin
      waiting_q <= waiting_d;
      ready_q   <= ready_d;
    end
  end

  // Of meaning only where there are lanes: no reset.
  always_ff @(posedge clk_i) begin
    place_q <= place_d;
  end

  always_comb begin
    waiting_o = '0;
    ready_o = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      waiting_o |= here[e] ? waiting_q[e*Lanes+:Lanes] : '0;
      ready_o |= here[e] ? ready_q[e*Lanes+:Lanes] : '0;
    end
  end

  assign full_o = here == '0 && &valid_o;
  assign entry_place_o = place_q;
  assign entry_waiting_o = waiting_q;
  assign entry_ready_o = ready_q;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  logic [Lanes-1:0] behind, twice;
  always_comb begin
    behind = '0;
    twice = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      twice |= waiting_q[e*Lanes+:Lanes] & ready_q[e*Lanes+:Lanes];
      twice |= behind & (waiting_q[e*Lanes+:Lanes] | ready_q[e*Lanes+:Lanes]);
      behind |= waiting_q[e*Lanes+:Lanes] | ready_q[e*Lanes+:Lanes];
    end
  end
  logic leaves, meets;
  assign leaves = op_i == lanefold_pkg::MDT_LEAVE;
  assign meets = op_i == lanefold_pkg::MDT_MEET;
  `LANEFOLD_ASSERT(LanesAreInOneEntryAtMost, twice == '0)
  `LANEFOLD_ASSERT(EntriesHaveNoGaps, (valid_o & (valid_o + Entries'(1))) == '0)
  `LANEFOLD_ASSERT(WhoLeavesIsInNoEntry, !leaves || ((waiting_i | lanes_i) & behind) == '0)
  `LANEFOLD_ASSERT(WhoLeavesWaitsOrHasItsValue, !leaves || (waiting_i & lanes_i) == '0)
  `LANEFOLD_COVER(LeavesAtANewPlace, leaves && here == '0 && !full_o)
  `LANEFOLD_COVER(LeavesWhereOthersAre, leaves && here != '0)
  `LANEFOLD_COVER(FindsNoEntryFree, leaves && full_o)
  `LANEFOLD_COVER(ValuesComeOnTheWayIn, leaves && !full_o && (waiting_i & arrived_i) != '0)
  `LANEFOLD_COVER(ValuesComeForAll,
                  waiting_q != '0 && (waiting_q & ~{Entries{arrived_i}}) == '0)
  `LANEFOLD_COVER(GoesOnAsItsValueComes, meets && (waiting_o & lanes_i & arrived_i) != '0)
  `LANEFOLD_COVER(AllGoOn, meets && ready_o != '0 && (ready_o & ~lanes_i) == '0)
  `LANEFOLD_COVER(SomeGoOn, meets && (ready_o & lanes_i) != '0 && (ready_o & ~lanes_i) != '0)
  `LANEFOLD_COVER(OthersMoveUp, gone[0] && valid_o != Entries'(1))
`endif
endmodule
