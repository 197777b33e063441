// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss of one warp: memory coalescing buffer, memory divergence table and slip
// controller joined (SC'09 sections 3.2, 4.1 and 5.1).

/// The load/store unit says which lines it sends, and lanes get theirs as the banks of the data
/// cache answer. When the lines of a load have been looked up, the load is offered. In the cycle in
/// which it is taken it is decided: lanes go on, or all make way for others that were left behind,
/// or the load waits. Then it comes again when more values are there. Lanes that stay are left
/// behind in the table, where their values find them.
///
/// The table carries out one operation in a cycle, and a decision may need two: lanes that were
/// left behind go on, and others stay. The second one follows in the next cycle, in which no load
/// is taken.
module slip_unit #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Entries of the table, 1 to 64: M of table 1.
    parameter int unsigned Entries = 2,
    /// Loads that can be on their way, 1 to 64.
    parameter int unsigned Loads = 32,
    /// Bits of a place, at least 1: the pc of a load, and above it the depth of calls.
    parameter int unsigned PlaceBits = 64,
    /// Bits of a counter of the slip controller, at least 1 (section 6: 8).
    parameter int unsigned CounterBits = 8,
    /// Derived: bits of the number of an entry of the table.
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1,
    /// Derived: bits of the number of a load on its way.
    localparam int unsigned LoadBits = Loads > 1 ? $clog2(Loads) : 1
) (
    /// Clock, rising edge.
    input  logic                         clk_i,
    /// Reset, active low, asynchronous.
    input  logic                         rst_ni,
    /// No load is on its way from the next edge on.
    input  logic                         clear_loads_i,
    /// No lane is left behind from the next edge on: the warp starts.
    input  logic                         clear_table_i,
    /// No lane is ahead from the next edge on: the warp starts, or is at a barrier.
    input  logic                         clear_slip_i,
    /// A load sends a line, as in mcb.
    input  logic                         send_i,
    /// It is its first one: the load takes the entry free_entry_o.
    input  logic                         first_i,
    /// Of another line: the load's entry.
    input  logic [LoadBits-1:0]          send_entry_i,
    /// The lanes that the line serves.
    input  logic [Lanes-1:0]             send_lanes_i,
    /// The lanes for which a line comes.
    input  logic [Lanes-1:0]             receive_lanes_i,
    /// Of each such lane the entry of the load.
    input  logic [Lanes*LoadBits-1:0]    receive_entry_i,
    /// The entries of loads whose last line comes.
    input  logic [Loads-1:0]             last_i,
    /// A load is offered: its lines have been looked up, and its warp stands there.
    input  logic                         valid_i,
    /// Not all of its values have come, as far as is known outside.
    input  logic                         waits_i,
    /// If it waits, the entry of the buffer into which they come.
    input  logic [LoadBits-1:0]          entry_i,
    /// Its place.
    input  logic [PlaceBits-1:0]         place_i,
    /// Its lanes, which were not left behind anywhere.
    input  logic [Lanes-1:0]             lanes_i,
    /// Loads by which a lane may be ahead.
    input  logic [CounterBits-1:0]       max_i,
    /// Lanes that were left behind elsewhere can run, waiting or not.
    input  logic                         elsewhere_i,
    /// The entry of the table that has them.
    input  logic [IndexBits-1:0]         other_i,
    /// Lanes that were left behind elsewhere and are ready can run where the whole load misses.
    input  logic                         ready_elsewhere_i,
    /// The entry of the table that has them.
    input  logic [IndexBits-1:0]         ready_other_i,
    /// An entry of the table runs as a split of its own, and leaves the table. While this is asked,
    /// no load is taken.
    input  logic                         take_i,
    /// The number of that entry.
    input  logic [IndexBits-1:0]         take_index_i,
    /// It leaves at the next edge.
    output logic                         take_ready_o,
    /// The load is taken: what follows is decided, and carried out at the next edge.
    output logic                         ready_o,
    /// Lanes that go on; the others of the load stay.
    output logic [Lanes-1:0]             proceed_o,
    /// All lanes of the load stay, and entry other_i of the table runs.
    output logic                         yield_o,
    /// All lanes of the load stay, and these run, which were left behind elsewhere. Without any of
    /// these three, the load waits.
    output logic [Lanes-1:0]             others_o,
    /// Lanes of the load whose values have not come.
    output logic [Lanes-1:0]             missing_o,
    /// No load can send its first line.
    output logic                         full_o,
    /// The entry that it would get, 0 if there is none.
    output logic [LoadBits-1:0]          free_entry_o,
    /// Entries of the table with lanes. While busy_o, here and in what follows, the latest load has
    /// not left the table, or come into it, as a whole.
    output logic [Entries-1:0]           valid_o,
    /// Per entry its place, as in mdt.
    output logic [Entries*PlaceBits-1:0] entry_place_o,
    /// Per entry the lanes that wait for values.
    output logic [Entries*Lanes-1:0]     entry_waiting_o,
    /// Per entry the lanes that have theirs.
    output logic [Entries*Lanes-1:0]     entry_ready_o,
    /// An operation for the latest load is left.
    output logic                         busy_o,
    /// Per lane the loads by which it is ahead.
    output logic [Lanes*CounterBits-1:0] ahead_o
);

  // What the buffer holds, and who has all values with what comes.
  logic [Loads-1:0]       load_valid;
  logic [Loads*Lanes-1:0] load_waiting, unused_load_ready;
  logic [Lanes-1:0]       complete, load_lanes;

  mcb #(.Lanes(Lanes), .Entries(Loads)) u_mcb (
      .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_loads_i),
      .send_i(send_i), .first_i(first_i), .send_entry_i(send_entry_i), .send_lanes_i(send_lanes_i),
      .receive_lanes_i(receive_lanes_i), .receive_entry_i(receive_entry_i), .last_i(last_i),
      .complete_o(complete), .full_o(full_o), .free_entry_o(free_entry_o), .valid_o(load_valid),
      .entry_waiting_o(load_waiting), .entry_ready_o(unused_load_ready));

  // Lanes that wait for lines of the load that is offered.
  always_comb begin
    load_lanes = '0;
    for (int unsigned e = 0; e < Loads; e++) begin
      if (entry_i == LoadBits'(e) && load_valid[e]) load_lanes |= load_waiting[e*Lanes+:Lanes];
    end
  end
  assign missing_o = lanes_i & load_lanes & ~complete & {Lanes{waits_i}};

  // Who was left behind: anywhere, at this load with a value, and at this load without.
  logic [Lanes-1:0] behind, waiting_here, ready_here, ready;
  always_comb begin
    behind = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      behind |= entry_waiting_o[e*Lanes+:Lanes] | entry_ready_o[e*Lanes+:Lanes];
    end
  end
  assign ready = ready_here | (waiting_here & complete);

  logic             table_full, pass, yields;
  logic [Lanes-1:0] proceeds, limited;
  slip_controller #(.Lanes(Lanes), .CounterBits(CounterBits)) u_slip_controller (
      .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_slip_i), .max_i(max_i), .lanes_i(lanes_i),
      .missing_i(missing_o), .behind_i(behind), .ready_i(ready),
      .later_i((waiting_here & ~complete) != '0), .elsewhere_i(elsewhere_i),
      .slots_free_i(!table_full), .pass_i(pass), .proceed_o(proceeds), .yield_o(yields),
      .limited_o(limited), .ahead_o(ahead_o));

  assign pass = valid_i && ready_o;
  assign proceed_o = proceeds;
  assign yield_o = yields;

  // Where all lanes of the load miss, who was left behind elsewhere and may run instead.
  logic [Lanes-1:0]     others_waiting, others_ready, others;
  logic [PlaceBits-1:0] others_place;
  always_comb begin
    others_waiting = '0;
    others_ready = '0;
    others_place = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (ready_other_i == IndexBits'(e)) begin
        others_waiting |= entry_waiting_o[e*Lanes+:Lanes];
        others_ready |= entry_ready_o[e*Lanes+:Lanes];
        others_place |= entry_place_o[e*PlaceBits+:PlaceBits];
      end
    end
  end
  assign others = (others_ready | (others_waiting & complete)) & ~limited &
      {Lanes{ready_elsewhere_i && missing_o == lanes_i && !table_full && proceeds == '0}};
  assign others_o = others;

  // Who stays at the load, and whether lanes go on that were left behind there, or elsewhere.
  logic             some_stay, meets, makes_way;
  logic [Lanes-1:0] stay, go;
  assign makes_way = others != '0;
  assign stay = lanes_i & ~proceeds;
  assign some_stay = pass && (yields || makes_way || (proceeds != '0 && stay != '0));
  assign go = makes_way ? others : proceeds & ready;
  assign meets = pass && go != '0;

  // What follows in the next cycle: lanes go on elsewhere, or lanes stay, for which values come on.
  // Where lanes of the same place run instead they leave the table first, so that it has its order.
  logic meets_later, stays_later;
  assign meets_later = pass && makes_way && others_place != place_i;
  assign stays_later = some_stay && !meets_later && (yields || meets);

  logic                 meet_q, leave_q;
  logic [PlaceBits-1:0] place_q;
  logic [Lanes-1:0]     go_q, waiting_q, ready_q;
  assign busy_o = meet_q || leave_q;

  // The operation of the table.
  lanefold_pkg::mdt_op_t op;
  logic [Lanes-1:0]      op_waiting, op_lanes;
  always_comb begin
    op = lanefold_pkg::MDT_KEEP;
    op_waiting = busy_o ? waiting_q : stay & missing_o;
    op_lanes = busy_o ? ready_q : stay & ~missing_o;
    if (clear_table_i) begin
      op = lanefold_pkg::MDT_CLEAR;
    end else if (meet_q) begin
      op = lanefold_pkg::MDT_MEET;
      op_lanes = go_q;
    end else if (leave_q) begin
      op = lanefold_pkg::MDT_LEAVE;
    end else if (take_i || (pass && yields)) begin
      op = lanefold_pkg::MDT_TAKE;
    end else if (meets && !meets_later) begin
      op = lanefold_pkg::MDT_MEET;
      op_lanes = go;
    end else if (some_stay) begin
      op = lanefold_pkg::MDT_LEAVE;
    end
  end
  assign take_ready_o = !busy_o && !clear_table_i;
  assign ready_o = take_ready_o && !take_i;

  mdt #(.Lanes(Lanes), .Entries(Entries), .PlaceBits(PlaceBits)) u_mdt (
      .clk_i(clk_i), .rst_ni(rst_ni), .op_i(op), .place_i(busy_o ? place_q : place_i),
      .waiting_i(op_waiting), .lanes_i(op_lanes),
      .index_i(take_i ? take_index_i : other_i), .arrived_i(complete), .full_o(table_full),
      .waiting_o(waiting_here), .ready_o(ready_here), .valid_o(valid_o),
      .entry_place_o(entry_place_o), .entry_waiting_o(entry_waiting_o),
      .entry_ready_o(entry_ready_o));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meet_q  <= 1'b0;
      leave_q <= 1'b0;
    end else begin
      meet_q  <= meets_later;
      leave_q <= stays_later;
    end
  end

  // Of meaning only while busy: no reset.
  always_ff @(posedge clk_i) begin
    place_q   <= meets_later ? others_place : place_i;
    go_q      <= go;
    waiting_q <= stay & missing_o;
    ready_q   <= stay & ~missing_o;
  end

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_ASSERT(WhoGoesOnHasAValue, !pass || (proceeds & missing_o) == '0)
  `LANEFOLD_ASSERT(WhoGoesOnIsThere, !pass || (proceeds & ~(lanes_i | ready)) == '0)
  `LANEFOLD_ASSERT(LanesOfALoadWereNotLeftBehind, !pass || (lanes_i & behind) == '0)
  `LANEFOLD_COVER(SomeGoOnOthersStay, some_stay && !stays_later && !meets_later)
  `LANEFOLD_COVER(ReadyOnesGoOnOthersStay, some_stay && meets && !makes_way)
  `LANEFOLD_COVER(LanesYield, some_stay && yields)
  `LANEFOLD_COVER(LanesMakeWayForReadyOnes, meets_later)
  `LANEFOLD_COVER(LanesMakeWayAtTheSameLoad, pass && makes_way && !meets_later)
  `LANEFOLD_COVER(ValueComesAsTheLoadIsDecided, pass && (lanes_i & complete) != '0)
  `LANEFOLD_COVER(GoesOnAsItsValueComes, pass && (proceeds & waiting_here) != '0)
  `LANEFOLD_COVER(RunsInsteadAsItsValueComes, pass && (others & others_waiting) != '0)
  `LANEFOLD_COVER(ValueComesOnTheWayIn, leave_q && (waiting_q & complete) != '0)
  `LANEFOLD_COVER(LoadWaitsForTheTable, valid_i && busy_o)
  `LANEFOLD_COVER(EntryLeavesWhileALoadIsOffered, valid_i && take_i && take_ready_o)
  `LANEFOLD_COVER(LoadWaits, pass && proceeds == '0 && !yields && !makes_way)
  `LANEFOLD_COVER(ClearsWhatIsOnItsWayIn, clear_table_i && leave_q)
`endif
endmodule
