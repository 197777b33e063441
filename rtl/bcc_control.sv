// SPDX-License-Identifier: Apache-2.0
// Basic cycle compression: skips every quad without active lanes (ISCA'13 sections 3.1 and 4.1).
module bcc_control #(
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
    $fatal(1, "bcc_control: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Quads-1:0] quad_active;

  for (genvar q = 0; q < Quads; q++) begin : gen_quad
    assign quad_active[q] = mask_i[q*QuadLanes+:QuadLanes] != '0;
  end

  // Before quad q, `rank` has bit c set if exactly c active quads came earlier.
  for (genvar q = 0; q <= Quads; q++) begin : gen_rank
    logic [Quads:0] rank;
    if (q == 0) begin : gen_none
      assign rank = (Quads + 1)'(1);
    end else begin : gen_next
      assign rank = quad_active[q-1] ? {gen_rank[q-1].rank[Quads-1:0], 1'b0} : gen_rank[q-1].rank;
    end
  end

  always_comb begin
    cycles_o = '0;
    for (int unsigned c = 0; c <= Quads; c++) begin
      cycles_o |= gen_rank[Quads].rank[c] ? CycleBits'(c) : '0;
    end
  end

  for (genvar c = 0; c < Quads; c++) begin : gen_cycle
    logic [    Quads-1:0] chosen;
    logic [QuadLanes-1:0] lanes;
    logic [ QuadBits-1:0] quad;
    for (genvar q = 0; q < Quads; q++) begin : gen_chosen
      assign chosen[q] = quad_active[q] && gen_rank[q].rank[c];
    end
    always_comb begin
      lanes = '0;
      quad = '0;
      for (int unsigned q = 0; q < Quads; q++) begin
        lanes |= chosen[q] ? mask_i[q*QuadLanes+:QuadLanes] : '0;
        quad |= chosen[q] ? QuadBits'(q) : '0;
      end
    end
    assign enable_o[c*QuadLanes+:QuadLanes] = lanes;
    for (genvar p = 0; p < QuadLanes; p++) begin : gen_position
      assign quad_o[(c*QuadLanes+p)*QuadBits+:QuadBits] = quad;
      assign position_o[(c*QuadLanes+p)*PositionBits+:PositionBits] = PositionBits'(p);
    end
  end

endmodule
