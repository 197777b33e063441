// SPDX-License-Identifier: Apache-2.0
// The bus between the quads' swizzlers and the ALU, as wide as the ALU: every quad drives the
// positions that are enabled for it, all others leave 0, and OR gates stand for the wire (ISCA'13
// section 4.2).

module wired_or_bus #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes that compute in one cycle: a power of two, 2..32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Bits of one lane's operand, at least 1.
    parameter int unsigned DataWidth = 32,
    /// Derived: quads of a warp.
    localparam int unsigned Quads = Lanes / QuadLanes,
    /// Derived: bits of the number of a quad.
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1
) (
    /// What each quad has for each ALU position, quad 0 in the lowest bits.
    input  logic [Lanes*DataWidth-1:0]     data_i,
    /// The ALU positions that compute.
    input  logic [QuadLanes-1:0]           enable_i,
    /// Per ALU position the quad that drives it.
    input  logic [QuadLanes*QuadBits-1:0]  quad_i,
    /// One operand per ALU position, 0 where it is not enabled.
    output logic [QuadLanes*DataWidth-1:0] data_o
);
  localparam int unsigned QuadWidth = QuadLanes * DataWidth;

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes) || DataWidth < 1) begin : gen_illegal
    $fatal(1, "wired_or_bus: no quads of %0d lanes of %0d bits in a warp of %0d", QuadLanes,
           DataWidth, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  for (genvar alu = 0; alu < QuadLanes; alu++) begin : gen_alu_position
    logic [Quads-1:0]     drives;
    logic [DataWidth-1:0] driven;

    // The lane enables: one-hot, and all zero where the position is not enabled.
    for (genvar quad = 0; quad < Quads; quad++) begin : gen_drives
      assign drives[quad] = enable_i[alu] && quad_i[alu*QuadBits +: QuadBits] == QuadBits'(quad);
    end

    always_comb begin
      driven = '0;
      for (int unsigned quad = 0; quad < Quads; quad++) begin
        driven |= {DataWidth{drives[quad]}} & data_i[quad*QuadWidth+alu*DataWidth +: DataWidth];
      end
    end

    assign data_o[alu*DataWidth +: DataWidth] = driven;
  end
endmodule
