// SPDX-License-Identifier: Apache-2.0
// What Ivy Bridge does today: the half of the warp that has all the active lanes is issued alone
// (ISCA'13 section 5.2). Warps below SIMD16 and warps of one quad are never shortened.
module ivb_half #(
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
    $fatal(1, "ivb_half: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned Half = Lanes / 2;
  localparam bit HasHalves = Lanes >= 16 && Quads % 2 == 0;

  logic lower_active;
  logic upper_active;
  logic upper_only;

  assign lower_active = mask_i[Half-1:0] != '0;
  assign upper_active = mask_i[Lanes-1:Half] != '0;
  assign upper_only = HasHalves && !lower_active;

  always_comb begin
    if (!lower_active && !upper_active) begin
      cycles_o = '0;
    end else if (HasHalves && !(lower_active && upper_active)) begin
      cycles_o = CycleBits'(Quads / 2);
    end else begin
      cycles_o = CycleBits'(Quads);
    end
  end

  assign enable_o = upper_only ? mask_i >> Half : mask_i;
  for (genvar s = 0; s < Lanes; s++) begin : gen_slot
    assign quad_o[s*QuadBits+:QuadBits] =
        upper_only ? QuadBits'((s + Half) / QuadLanes) : QuadBits'(s / QuadLanes);
    assign position_o[s*PositionBits+:PositionBits] = PositionBits'(s % QuadLanes);
  end

endmodule
