// SPDX-License-Identifier: Apache-2.0
// The warp-slice table and what it promises of a lane of a warp that is watched, any: it is in
// exactly one entry, and goes from one to another as the operation says. No output is ever 1.

module warp_slice_table_proof #(
    /// Lanes of a warp.
    parameter int unsigned Lanes = 16,
    /// Warps of the core.
    parameter int unsigned Warps = 2,
    /// Entries of the table.
    parameter int unsigned Entries = 8,
    /// As the table derives them.
    localparam int unsigned WidthBits = $clog2(Lanes + 1),
    localparam int unsigned WarpBits = Warps > 1 ? $clog2(Warps) : 1,
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1,
    localparam int unsigned LaneBits = $clog2(Lanes)
) (
    /// Clock.
    input  logic                 clk_i,
    /// Everything that the table is offered, free in every cycle.
    input  logic                 rst_ni,
    input  logic [2:0]           op_i,
    input  logic [WidthBits-1:0] width_i,
    input  logic [IndexBits-1:0] entry_i,
    input  logic [IndexBits-1:0] other_i,
    input  logic [Lanes-1:0]     lanes_i,
    /// The lane that is watched, and its warp, free once.
    input  logic [LaneBits-1:0]  watch_lane_i,
    input  logic [WarpBits-1:0]  watch_warp_i,
    /// A lane of a warp is in no slice.
    output logic                 slice_missing_o,
    /// A lane of a warp is in two slices.
    output logic                 slice_doubled_o,
    /// A slice is of no warp, or an entry with lanes is not valid.
    output logic                 warp_wrong_o,
    /// After a division, a lane is not in the entry that the order of warps and lanes gives it.
    output logic                 division_wrong_o,
    /// A lane went to another entry than the operation says, or did not go.
    output logic                 moved_wrong_o,
    /// Lanes that are split off would not go to the lowest free entry.
    output logic                 free_wrong_o,
    /// An operation is refused that the table has room for, or carried out without it.
    output logic                 refused_wrong_o,
    /// After a reset, a warp is not whole in the entry of its number.
    output logic                 reset_wrong_o
);
  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic                        legal;
  logic [IndexBits-1:0]        free;
  logic [Entries-1:0]          valid;
  logic [Entries*WarpBits-1:0] entry_warp;
  logic [Entries*Lanes-1:0]    entry_lanes;
  warp_slice_table #(.Lanes(Lanes), .Warps(Warps), .Entries(Entries)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .op_i(op_i), .width_i(width_i), .entry_i(entry_i),
      .other_i(other_i), .lanes_i(lanes_i), .legal_o(legal), .free_o(free), .valid_o(valid),
      .entry_warp_o(entry_warp), .entry_lanes_o(entry_lanes));

  // Where the lane that is watched is: a bit for each entry.
  logic [LaneBits-1:0] lane_q;
  logic [WarpBits-1:0] warp_q;
  logic [Entries-1:0]  at, named, other;
  logic                warp_wrong;
  always_ff @(posedge clk_i) begin
    if (boot_q) begin
      lane_q <= watch_lane_i;
      warp_q <= watch_warp_i;
    end
  end
  for (genvar e = 0; e < Entries; e++) begin : gen_at
    // Of the entry, not of all entries: yosys makes a multiplexer of what an index may reach.
    logic [Lanes-1:0] lanes;
    assign lanes = entry_lanes[e*Lanes+:Lanes];
    assign at[e] = lanes[lane_q] && entry_warp[e*WarpBits+:WarpBits] == warp_q;
    assign named[e] = entry_i == IndexBits'(e);
    assign other[e] = other_i == IndexBits'(e);
  end
  always_comb begin
    warp_wrong = 1'b0;
    for (int e = 0; e < Entries; e++) begin
      if (32'(entry_warp[e*WarpBits+:WarpBits]) >= Warps) warp_wrong = 1'b1;
      if (valid[e] != (entry_lanes[e*Lanes+:Lanes] != '0)) warp_wrong = 1'b1;
    end
  end

  // Where a division would bring it, and whether there is room.
  logic [WidthBits-1:0] width;
  logic [7:0]           place;
  logic [Entries-1:0]   divided;
  logic                 room;
  assign width = op_i == 3'd2 ? WidthBits'(Lanes) : width_i;
  always_comb begin
    place = '0;
    room = 1'b0;
    for (int w = 1; w <= Lanes; w++) begin
      if (width == WidthBits'(w)) begin
        room = Warps * ((Lanes + w - 1) / w) <= Entries;
        place = 8'(warp_q) * 8'((Lanes + w - 1) / w) + 8'(lane_q) / 8'(w);
      end
    end
  end
  for (genvar e = 0; e < Entries; e++) begin : gen_divided
    assign divided[e] = place == 8'(e);
  end

  // What is legal.
  logic [Lanes-1:0]    named_lanes;
  logic [WarpBits-1:0] named_warp, other_warp;
  logic                expected;
  always_comb begin
    named_lanes = '0;
    named_warp = '0;
    other_warp = '0;
    for (int e = 0; e < Entries; e++) begin
      if (named[e]) begin
        named_lanes = entry_lanes[e*Lanes+:Lanes];
        named_warp = entry_warp[e*WarpBits+:WarpBits];
      end
      if (other[e]) other_warp = entry_warp[e*WarpBits+:WarpBits];
    end
    expected = 1'b0;
    if (op_i == 3'd1 || op_i == 3'd2) expected = room;
    if (op_i == 3'd3) begin
      expected = (~valid) != '0 && (named_lanes & lanes_i) == lanes_i && lanes_i != '0 &&
          (named_lanes & ~lanes_i) != '0;
    end
    if (op_i == 3'd4) begin
      expected = (valid & named) != '0 && (valid & other) != '0 && (named & other) == '0 &&
          named_warp == other_warp;
    end
  end

  // The lowest free entry.
  logic [Entries-1:0] lowest;
  assign lowest = ~valid & (valid + Entries'(1));
  logic [Entries-1:0] shown_free;
  for (genvar e = 0; e < Entries; e++) begin : gen_free
    assign shown_free[e] = free == IndexBits'(e);
  end

  // Where it must be in the next cycle.
  logic               was_q, divided_q;
  logic [Entries-1:0] next, next_q;
  always_comb begin
    next = at;
    if (legal && (op_i == 3'd1 || op_i == 3'd2)) next = divided;
    if (legal && op_i == 3'd3 && lanes_i[lane_q] && (at & named) != '0) next = lowest;
    if (legal && op_i == 3'd4 && (at & other) != '0) next = named;
  end
  always_ff @(posedge clk_i) begin
    was_q <= rst_n;
    divided_q <= legal && (op_i == 3'd1 || op_i == 3'd2);
    next_q <= next;
  end

  logic checked;
  assign checked = !boot_q && rst_ni && 32'(warp_q) < Warps;
  assign slice_missing_o = checked && at == '0;
  assign slice_doubled_o = checked && (at & (at - Entries'(1))) != '0;
  assign warp_wrong_o = checked && warp_wrong;
  assign division_wrong_o = checked && was_q && divided_q && at != next_q;
  assign moved_wrong_o = checked && was_q && !divided_q && at != next_q;
  assign free_wrong_o = checked && lowest != '0 && shown_free != lowest;
  assign refused_wrong_o = checked && legal != expected;
  assign reset_wrong_o = checked && !was_q && at != Entries'(1) << warp_q;
endmodule
