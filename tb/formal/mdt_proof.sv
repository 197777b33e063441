// SPDX-License-Identifier: Apache-2.0
// The memory divergence table beside a record of who was left behind, and of one lane that is
// watched: where it was left and whether its value has come. No output is ever 1.

module mdt_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Entries of the table.
    parameter int unsigned Entries = 2,
    /// Bits of a place.
    parameter int unsigned PlaceBits = 4,
    /// As the table derives it.
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1,
    localparam int unsigned LaneBits = $clog2(Lanes)
) (
    /// Clock.
    input  logic                 clk_i,
    /// Everything that the table is offered, free in every cycle.
    input  logic                 rst_ni,
    input  logic [2:0]           op_i,
    input  logic [PlaceBits-1:0] place_i,
    input  logic [Lanes-1:0]     waiting_i,
    input  logic [Lanes-1:0]     lanes_i,
    input  logic [IndexBits-1:0] index_i,
    input  logic [Lanes-1:0]     arrived_i,
    /// The lane that is watched, free once.
    input  logic [LaneBits-1:0]  watch_i,
    /// A lane that was left behind and did not go on is in no entry.
    output logic                 lane_missing_o,
    /// A lane is in two entries, or both waiting and ready.
    output logic                 lane_doubled_o,
    /// A lane is in the table that was not left behind, or went on.
    output logic                 lane_invented_o,
    /// A lane is in an entry of another place than that where it was left.
    output logic                 place_wrong_o,
    /// A lane is ready whose value has not come, or waits for one that has.
    output logic                 value_wrong_o,
    /// Two entries have the same place.
    output logic                 place_doubled_o,
    /// An entry stands behind one without lanes, or an entry with lanes is not valid.
    output logic                 gap_o,
    /// An older entry stands behind a younger one.
    output logic                 order_wrong_o,
    /// Full, but the place has an entry or one is free; or the other way round.
    output logic                 full_wrong_o,
    /// The lanes that wait, or are ready, at a place are not those that were left there.
    output logic                 answer_wrong_o
);
  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  // A lane that is in the table cannot be left behind once more, and has its value or not.
  logic [Lanes-1:0] left_q, leaving, leaving_waiting, leaving_ready;
  logic leave, meet, take, clear;
  assign leave = op_i == 3'd1;
  assign meet = op_i == 3'd2;
  assign take = op_i == 3'd3;
  assign clear = op_i == 3'd4;
  assign leaving_waiting = waiting_i & ~left_q;
  assign leaving_ready = lanes_i & ~left_q & ~waiting_i;
  assign leaving = leaving_waiting | leaving_ready;

  logic full;
  logic [Lanes-1:0] waiting, ready;
  logic [Entries-1:0] valid;
  logic [Entries*PlaceBits-1:0] entry_place;
  logic [Entries*Lanes-1:0] entry_waiting, entry_ready;
  mdt #(.Lanes(Lanes), .Entries(Entries), .PlaceBits(PlaceBits)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .op_i(op_i), .place_i(place_i),
      .waiting_i(leave ? leaving_waiting : waiting_i), .lanes_i(leave ? leaving_ready : lanes_i),
      .index_i(index_i), .arrived_i(arrived_i), .full_o(full), .waiting_o(waiting),
      .ready_o(ready), .valid_o(valid), .entry_place_o(entry_place),
      .entry_waiting_o(entry_waiting), .entry_ready_o(entry_ready));

  // Lanes of the entry that MDT_TAKE names.
  logic [Lanes-1:0] taken;
  always_comb begin
    taken = '0;
    for (int e = 0; e < Entries; e++) begin
      if (index_i == IndexBits'(e)) begin
        taken = entry_waiting[e*Lanes+:Lanes] | entry_ready[e*Lanes+:Lanes];
      end
    end
  end

  // The record of all lanes: who was left behind and has not gone on.
  always_ff @(posedge clk_i) begin
    if (!rst_n || clear) left_q <= '0;
    else if (leave && !full) left_q <= left_q | leaving;
    else if (meet) left_q <= left_q & ~((ready | (waiting & arrived_i)) & lanes_i);
    else if (take) left_q <= left_q & ~taken;
  end

  // The record of the watched lane.
  logic [LaneBits-1:0] watch_q;
  logic [PlaceBits-1:0] place_q;
  logic arrived_q, watch_left, watch_leaves;
  assign watch_left = left_q[watch_q];
  assign watch_leaves = leave && !full && leaving[watch_q];
  always_ff @(posedge clk_i) begin
    if (boot_q) watch_q <= watch_i;
    if (watch_leaves) begin
      place_q <= place_i;
      arrived_q <= leaving_ready[watch_q] || arrived_i[watch_q];
    end else if (arrived_i[watch_q]) begin
      arrived_q <= 1'b1;
    end
  end

  // Where the lanes are.
  logic [Lanes-1:0] all, twice;
  always_comb begin
    all = '0;
    twice = '0;
    for (int e = 0; e < Entries; e++) begin
      twice = twice | (all & (entry_waiting[e*Lanes+:Lanes] | entry_ready[e*Lanes+:Lanes])) |
          (entry_waiting[e*Lanes+:Lanes] & entry_ready[e*Lanes+:Lanes]);
      all = all | entry_waiting[e*Lanes+:Lanes] | entry_ready[e*Lanes+:Lanes];
    end
  end

  // The entries, and those of the place that is asked for.
  logic gap, same_place, watch_elsewhere, watch_waits, watch_ready, here;
  always_comb begin
    gap = 1'b0;
    same_place = 1'b0;
    watch_elsewhere = 1'b0;
    watch_waits = 1'b0;
    watch_ready = 1'b0;
    here = 1'b0;
    for (int e = 0; e < Entries; e++) begin
      if (valid[e] !=
          ((entry_waiting[e*Lanes+:Lanes] | entry_ready[e*Lanes+:Lanes]) != '0)) gap = 1'b1;
      if (e > 0 && valid[e] && !valid[e-1]) gap = 1'b1;
      for (int f = 0; f < e; f++) begin
        if (valid[e] && valid[f] && entry_place[e*PlaceBits+:PlaceBits] ==
            entry_place[f*PlaceBits+:PlaceBits]) same_place = 1'b1;
      end
      if (entry_waiting[e*Lanes+watch_q]) watch_waits = 1'b1;
      if (entry_ready[e*Lanes+watch_q]) watch_ready = 1'b1;
      if ((entry_waiting[e*Lanes+watch_q] || entry_ready[e*Lanes+watch_q]) &&
          entry_place[e*PlaceBits+:PlaceBits] != place_q) watch_elsewhere = 1'b1;
      if (valid[e] && entry_place[e*PlaceBits+:PlaceBits] == place_i) here = 1'b1;
    end
  end

  // How the places stood a cycle ago: of two that are still there the order is the same, and a new
  // one is the last.
  logic was_q;
  logic [Entries-1:0] valid_was_q;
  logic [Entries*PlaceBits-1:0] place_was_q;
  always_ff @(posedge clk_i) begin
    was_q <= rst_n;
    valid_was_q <= valid;
    place_was_q <= entry_place;
  end
  logic order_wrong;
  logic [Entries-1:0] old;
  always_comb begin
    order_wrong = 1'b0;
    old = '0;
    for (int e = 0; e < Entries; e++) begin
      for (int f = 0; f < Entries; f++) begin
        if (valid[e] && valid_was_q[f] && entry_place[e*PlaceBits+:PlaceBits] ==
            place_was_q[f*PlaceBits+:PlaceBits]) begin
          old[e] = 1'b1;
          // Those that stood behind it are not before it now.
          for (int g = 0; g < e; g++) begin
            for (int h = f + 1; h < Entries; h++) begin
              if (valid_was_q[h] && entry_place[g*PlaceBits+:PlaceBits] ==
                  place_was_q[h*PlaceBits+:PlaceBits]) order_wrong = 1'b1;
            end
          end
        end
      end
      if (e > 0 && old[e] && !old[e-1]) order_wrong = 1'b1;
    end
  end

  logic checked;
  assign checked = !boot_q && rst_ni;
  assign lane_missing_o = checked && (left_q & ~all) != '0;
  assign lane_doubled_o = checked && twice != '0;
  assign lane_invented_o = checked && (all & ~left_q) != '0;
  assign place_wrong_o = checked && watch_elsewhere;
  assign value_wrong_o = checked &&
      (watch_waits != (watch_left && !arrived_q) || watch_ready != (watch_left && arrived_q));
  assign place_doubled_o = checked && same_place;
  assign gap_o = checked && gap;
  assign order_wrong_o = checked && was_q && order_wrong;
  assign full_wrong_o = checked && full != (&valid && !here);
  assign answer_wrong_o = checked &&
      (waiting[watch_q] != (watch_left && !arrived_q && place_q == place_i) ||
       ready[watch_q] != (watch_left && arrived_q && place_q == place_i));
endmodule
