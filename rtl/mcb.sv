// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer of one warp: for each load on its way, the lanes that wait for lines
// and those that have all of theirs (SC'09 section 3.2).

/// A lane waits for two lines at most. Lanes are served apart, as by the banks of a data cache: in
/// each cycle, every lane can get a line of some load. A line can be sent in the same cycle, also
/// for the same load: the sending counts first. Outputs show the buffer as it was at the last edge,
/// and what comes. Values go to the registers at once: the buffer has none.
module mcb #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Loads that can be on their way, 1 to 64.
    parameter int unsigned Entries = 32,
    /// Derived: bits of the number of an entry.
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1
) (
    /// Clock, rising edge.
    input  logic                       clk_i,
    /// Reset, active low, asynchronous: no load is on its way.
    input  logic                       rst_ni,
    /// No load is on its way from the next edge on, whatever else happens.
    input  logic                       clear_i,
    /// A load sends a line.
    input  logic                       send_i,
    /// It is its first one: the load takes the entry free_entry_o. Without a free one nothing
    /// happens.
    input  logic                       first_i,
    /// Of another line: the load's entry. Nothing happens for an entry that no load has.
    input  logic [IndexBits-1:0]       send_entry_i,
    /// The lanes that the line serves.
    input  logic [Lanes-1:0]           send_lanes_i,
    /// The lanes for which a line comes; each waits for one.
    input  logic [Lanes-1:0]           receive_lanes_i,
    /// Of each such lane the entry of the load. Nothing happens for an entry that no load has.
    input  logic [Lanes*IndexBits-1:0] receive_entry_i,
    /// The entries of loads whose last line comes: they are free then.
    input  logic [Entries-1:0]         last_i,
    /// Lanes that have all of their lines with those that come.
    output logic [Lanes-1:0]           complete_o,
    /// No entry is free.
    output logic                       full_o,
    /// The lowest free entry, 0 if there is none.
    output logic [IndexBits-1:0]       free_entry_o,
    /// The entries of loads on their way.
    output logic [Entries-1:0]         valid_o,
    /// Per entry the lanes that wait for a line.
    output logic [Entries*Lanes-1:0]   entry_waiting_o,
    /// Per entry the lanes that have all that were sent for them.
    output logic [Entries*Lanes-1:0]   entry_ready_o
);

  if (!lanefold_pkg::legal_lanes(Lanes) || Entries < 1 || Entries > 64) begin : gen_illegal
    $fatal(1, "mcb: no %0d entries of %0d lanes", Entries, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Entries-1:0]       valid_d, valid_q;
  // Lanes that wait for one line or more, of them those that wait for two, and those with all.
  logic [Entries*Lanes-1:0] once_d, once_q, twice_d, twice_q, ready_d, ready_q;
  logic [Entries*Lanes-1:0] complete;

  always_comb begin
    free_entry_o = '0;
    for (int unsigned e = Entries; e > 0; e--) begin
      if (!valid_q[e-1]) free_entry_o = IndexBits'(e - 1);
    end
  end
  assign full_o = &valid_q;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic             begins, sends;
    logic [Lanes-1:0] sent, received, once, twice, ready, done;
    assign begins = send_i && first_i && !full_o && free_entry_o == IndexBits'(e);
    assign sends = send_i && !first_i && valid_q[e] && send_entry_i == IndexBits'(e);
    assign sent = {Lanes{begins || sends}} & send_lanes_i;
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign received[l] = receive_lanes_i[l] && valid_q[e] &&
          receive_entry_i[l*IndexBits+:IndexBits] == IndexBits'(e);
    end

    assign twice = twice_q[e*Lanes +: Lanes] | (once_q[e*Lanes +: Lanes] & sent);
    assign once = once_q[e*Lanes +: Lanes] | sent;
    assign ready = ready_q[e*Lanes +: Lanes] & ~sent;
    assign done = received & ~twice;

    always_comb begin
      valid_d[e] = (valid_q[e] || begins) && !(valid_q[e] && last_i[e]) && !clear_i;
      twice_d[e*Lanes +: Lanes] = {Lanes{valid_d[e]}} & twice & ~received;
      once_d[e*Lanes +: Lanes] = {Lanes{valid_d[e]}} & once & ~done;
      ready_d[e*Lanes +: Lanes] = {Lanes{valid_d[e]}} & (ready | done);
    end
    assign complete[e*Lanes +: Lanes] = done;
  end

  always_comb begin
    complete_o = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      complete_o |= complete[e*Lanes +: Lanes];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      once_q  <= '0;
      twice_q <= '0;
      ready_q <= '0;
    end else begin
      valid_q <= valid_d;
      once_q  <= once_d;
      twice_q <= twice_d;
      ready_q <= ready_d;
    end
  end

  assign valid_o = valid_q;
  assign entry_waiting_o = once_q;
  assign entry_ready_o = ready_q;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  // Who waits for two lines, or has its value, at the load that sends; who waits at those that get
  // a line, and of these lanes those whose load sends.
  logic [Lanes-1:0] sender_waits_twice, sender_ready, same, waits, first_of_two;
  logic             more;
  assign more = send_i && !first_i;
  always_comb begin
    sender_waits_twice = '0;
    sender_ready = '0;
    same = '0;
    waits = '1;
    first_of_two = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (send_entry_i == IndexBits'(e)) begin
        sender_waits_twice = twice_q[e*Lanes +: Lanes];
        sender_ready = ready_q[e*Lanes +: Lanes];
      end
      for (int unsigned l = 0; l < Lanes; l++) begin
        if (receive_entry_i[l*IndexBits+:IndexBits] == IndexBits'(e)) begin
          waits[l] = once_q[e*Lanes+l] || !valid_q[e];
          first_of_two[l] = receive_lanes_i[l] && twice_q[e*Lanes+l];
          same[l] = receive_lanes_i[l] && more && send_entry_i == IndexBits'(e) && valid_q[e];
        end
      end
    end
  end
  `LANEFOLD_ASSERT(WhoWaitsForTwoWaitsForOne, (twice_q & ~once_q) == '0)
  `LANEFOLD_ASSERT(WhoWaitsIsNotReady, (once_q & ready_q) == '0)
  `LANEFOLD_ASSERT(LaneWaitsForTwoLinesAtMost,
                   !more || (send_lanes_i & sender_waits_twice) == '0)
  `LANEFOLD_ASSERT(WhoReceivesWaits, (receive_lanes_i & ~(waits | (same & send_lanes_i))) == '0)
  `LANEFOLD_ASSERT(LastLineIsOfALoad, (last_i & ~valid_q) == '0)
  `LANEFOLD_COVER(BeginsInTheLastEntry,
                  send_i && first_i && free_entry_o == IndexBits'(Entries - 1))
  `LANEFOLD_COVER(FindsNoEntryFree, send_i && first_i && full_o)
  `LANEFOLD_COVER(LaneWaitsForASecondLine, twice_d != '0 && twice_q == '0)
  `LANEFOLD_COVER(FirstOfTwoLinesComes, first_of_two != '0)
  `LANEFOLD_COVER(SendsAndReceivesForOneLoad, (send_lanes_i & same) != '0)
  `LANEFOLD_COVER(LastLineComesWhileAnotherLoadBegins, last_i != '0 && send_i && first_i &&
                  !full_o)
  `LANEFOLD_COVER(TwoLoadsEndAtOnce, (last_i & (last_i - Entries'(1))) != '0)
  `LANEFOLD_COVER(ReadyLaneSendsAgain, more && (send_lanes_i & sender_ready) != '0)
  `LANEFOLD_COVER(ClearsWhatBegins, clear_i && send_i && first_i && !full_o)
`endif
endmodule
