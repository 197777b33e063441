// SPDX-License-Identifier: Apache-2.0
// The warp-slice table of a core: which lanes of which warp are scheduled together (IPDPS'12
// section IV-A, figure 4).

/// An entry is there as long as it has lanes. Each lane of each warp is in exactly one entry at any
/// time: an operation that would break this does nothing. Every operation takes one cycle, also to
/// divide or unite all warps. Outputs show the table as it was at the last edge. What the paper's
/// table holds besides is where it is used: pc, status and top of stack of a slice.
module warp_slice_table #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Warps of the core, at least 1.
    parameter int unsigned Warps = 2,
    /// Entries: `Warps` to 64, and no more than there are lanes.
    parameter int unsigned Entries = 8,
    /// Derived: bits of a width.
    localparam int unsigned WidthBits = $clog2(Lanes + 1),
    /// Derived: bits of the number of a warp.
    localparam int unsigned WarpBits = Warps > 1 ? $clog2(Warps) : 1,
    /// Derived: bits of the number of an entry.
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Reset, active low, asynchronous: each warp is one slice.
    input  logic                        rst_ni,
    /// What happens at the next edge.
    input  lanefold_pkg::wst_op_t       op_i,
    /// WST_DIVIDE: lanes of a slice; what is left over of a warp is a narrower one.
    input  logic [WidthBits-1:0]        width_i,
    /// WST_SPLIT: the slice that lanes leave. WST_MERGE: the one that stays.
    input  logic [IndexBits-1:0]        entry_i,
    /// WST_MERGE: the slice of the same warp that goes.
    input  logic [IndexBits-1:0]        other_i,
    /// WST_SPLIT: lanes of the slice, but not all of it.
    input  logic [Lanes-1:0]            lanes_i,
    /// The operation is carried out.
    output logic                        legal_o,
    /// The entry that WST_SPLIT fills: the lowest free one, 0 if there is none.
    output logic [IndexBits-1:0]        free_o,
    /// The entries that have lanes.
    output logic [Entries-1:0]          valid_o,
    /// Per entry its warp, 0 where not valid.
    output logic [Entries*WarpBits-1:0] entry_warp_o,
    /// Per entry its lanes.
    output logic [Entries*Lanes-1:0]    entry_lanes_o
);

  if (!lanefold_pkg::legal_slices(Lanes, Warps, Entries)) begin : gen_illegal
    $fatal(1, "warp_slice_table: no %0d entries for %0d warps of %0d lanes", Entries, Warps, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  // Slices of a warp whose width is this.
  function automatic int unsigned parts(input int unsigned w);
    parts = lanefold_pkg::slices_of(Lanes, 1, w);
  endfunction

  logic [Entries*WarpBits-1:0] warp_d, warp_q;
  logic [Entries*Lanes-1:0]    lanes_d, lanes_q;

  // Of the width, a constant: whether the table has room for all slices.
  logic [WidthBits-1:0] width;
  logic                 fits;
  assign width = op_i == lanefold_pkg::WST_UNITE ? WidthBits'(Lanes) : width_i;
  always_comb begin
    fits = 1'b0;
    for (int unsigned w = 1; w <= Lanes; w++) begin
      if (width == WidthBits'(w)) fits = Warps * parts(w) <= Entries;
    end
  end

  // The slices that are named.
  logic [Lanes-1:0]    entry_lanes, other_lanes;
  logic [WarpBits-1:0] entry_warp, other_warp;
  always_comb begin
    entry_lanes = '0;
    other_lanes = '0;
    entry_warp = '0;
    other_warp = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (entry_i == IndexBits'(e)) begin
        entry_lanes = lanes_q[e*Lanes+:Lanes];
        entry_warp = warp_q[e*WarpBits+:WarpBits];
      end
      if (other_i == IndexBits'(e)) begin
        other_lanes = lanes_q[e*Lanes+:Lanes];
        other_warp = warp_q[e*WarpBits+:WarpBits];
      end
    end
  end

  // What can be carried out.
  logic divide, split, merge;
  assign divide = (op_i == lanefold_pkg::WST_DIVIDE || op_i == lanefold_pkg::WST_UNITE) && fits;
  assign split = op_i == lanefold_pkg::WST_SPLIT && !(&valid_o) && lanes_i != '0 &&
      lanes_i != entry_lanes && (lanes_i & ~entry_lanes) == '0;
  assign merge = op_i == lanefold_pkg::WST_MERGE && entry_i != other_i &&
      entry_warp == other_warp && entry_lanes != '0 && other_lanes != '0;
  assign legal_o = divide || split || merge;

  always_comb begin
    free_o = '0;
    for (int unsigned e = Entries; e > 0; e--) begin
      if (!valid_o[e-1]) free_o = IndexBits'(e - 1);
    end
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    // The slice that the entry becomes when warps are divided: they are in the order of warps and
    // lanes. Constants of the width, too.
    logic                named, goes, filled;
    logic [WarpBits-1:0] part_warp;
    logic [Lanes-1:0]    part_lanes;
    always_comb begin
      part_warp = '0;
      part_lanes = '0;
      for (int unsigned w = 1; w <= Lanes; w++) begin
        if (width == WidthBits'(w) && e < Warps * parts(w)) begin
          part_warp = WarpBits'(e / parts(w));
          part_lanes = ({Lanes{1'b1}} >> (Lanes - w)) << (e % parts(w) * w);
        end
      end
    end

    assign valid_o[e] = lanes_q[e*Lanes+:Lanes] != '0;
    assign named = entry_i == IndexBits'(e);
    assign goes = merge && other_i == IndexBits'(e);
    assign filled = split && free_o == IndexBits'(e);
    always_comb begin
      warp_d[e*WarpBits+:WarpBits] = warp_q[e*WarpBits+:WarpBits];
      lanes_d[e*Lanes+:Lanes] = lanes_q[e*Lanes+:Lanes];
      if (divide) begin
        warp_d[e*WarpBits+:WarpBits] = part_warp;
        lanes_d[e*Lanes+:Lanes] = part_lanes;
      end else if (filled) begin
        warp_d[e*WarpBits+:WarpBits] = entry_warp;
        lanes_d[e*Lanes+:Lanes] = lanes_i;
      end else if (goes) begin
        warp_d[e*WarpBits+:WarpBits] = '0;
        lanes_d[e*Lanes+:Lanes] = '0;
      end else if (named && split) begin
        lanes_d[e*Lanes+:Lanes] = lanes_q[e*Lanes+:Lanes] & ~lanes_i;
      end else if (named && merge) begin
        lanes_d[e*Lanes+:Lanes] = lanes_q[e*Lanes+:Lanes] | other_lanes;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        warp_q[e*WarpBits+:WarpBits] <= WarpBits'(e < Warps ? e : 0);
        lanes_q[e*Lanes+:Lanes]      <= {Lanes{e < Warps}};
      end else begin
        warp_q[e*WarpBits+:WarpBits] <= warp_d[e*WarpBits+:WarpBits];
        lanes_q[e*Lanes+:Lanes]      <= lanes_d[e*Lanes+:Lanes];
      end
    end
  end

  assign entry_warp_o = warp_q;
  assign entry_lanes_o = lanes_q;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  logic [Warps*Lanes-1:0] held, twice;
  always_comb begin
    held = '0;
    twice = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      for (int unsigned w = 0; w < Warps; w++) begin
        if (warp_q[e*WarpBits+:WarpBits] == WarpBits'(w)) begin
          twice[w*Lanes+:Lanes] |= held[w*Lanes+:Lanes] & lanes_q[e*Lanes+:Lanes];
          held[w*Lanes+:Lanes] |= lanes_q[e*Lanes+:Lanes];
        end
      end
    end
  end
  logic splits, merges;
  assign splits = op_i == lanefold_pkg::WST_SPLIT;
  assign merges = op_i == lanefold_pkg::WST_MERGE;
  `LANEFOLD_ASSERT(EachLaneIsInAnEntry, held == '1)
  `LANEFOLD_ASSERT(NoLaneIsInTwo, twice == '0)
  `LANEFOLD_COVER(Divides, op_i == lanefold_pkg::WST_DIVIDE && divide)
  `LANEFOLD_COVER(FillsTheTable, divide && lanes_d[(Entries-1)*Lanes +: Lanes] != '0)
  `LANEFOLD_COVER(HasNoRoomToDivide, op_i == lanefold_pkg::WST_DIVIDE && !divide)
  `LANEFOLD_COVER(UnitesSlices, op_i == lanefold_pkg::WST_UNITE && divide && valid_o[Entries-1])
  `LANEFOLD_COVER(Splits, split)
  `LANEFOLD_COVER(SplitsIntoTheLastEntry, split && free_o == IndexBits'(Entries - 1))
  `LANEFOLD_COVER(HasNoRoomToSplit, splits && &valid_o)
  `LANEFOLD_COVER(SplitsNotAllLanes, splits && lanes_i == entry_lanes && lanes_i != '0)
  `LANEFOLD_COVER(SplitsNotOthersLanes, splits && (lanes_i & ~entry_lanes) != '0)
  `LANEFOLD_COVER(Merges, merge)
  `LANEFOLD_COVER(MergesNotWithItself, merges && entry_i == other_i)
  `LANEFOLD_COVER(MergesNotWarps, merges && entry_lanes != '0 && other_lanes != '0 &&
                  entry_warp != other_warp)
`endif
endmodule
