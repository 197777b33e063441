// SPDX-License-Identifier: Apache-2.0
// The control block without compaction: every quad of the warp is issued, active or not.
module none_control #(
    /// Lanes of the warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad, which one cycle of the ALU takes: 2, 4, 8, 16 or 32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Derived, not to be set: quads of the warp.
    localparam int unsigned Quads = Lanes / QuadLanes,
    /// Derived: bits that number a quad.
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    /// Derived: bits that number a position in a quad.
    localparam int unsigned PositionBits = $clog2(QuadLanes),
    /// Derived: bits that count cycles.
    localparam int unsigned CycleBits = $clog2(Quads + 1)
) (
    /// The execution mask.
    input  logic [Lanes-1:0]              mask_i,
    /// Cycles that the instruction takes, 0 for an empty mask.
    output logic [CycleBits-1:0]          cycles_o,
    /// Slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [Lanes-1:0]              enable_o,
    /// The quad of the lane in each enabled slot.
    output logic [Lanes*QuadBits-1:0]     quad_o,
    /// The position of that lane in its quad.
    output logic [Lanes*PositionBits-1:0] position_o
);

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes)) begin : gen_illegal
    $fatal(1, "none_control: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  assign cycles_o = mask_i != '0 ? CycleBits'(Quads) : '0;
  assign enable_o = mask_i;
  for (genvar s = 0; s < Lanes; s++) begin : gen_slot
    assign quad_o[s*QuadBits+:QuadBits] = QuadBits'(s / QuadLanes);
    assign position_o[s*PositionBits+:PositionBits] = PositionBits'(s % QuadLanes);
  end

endmodule
