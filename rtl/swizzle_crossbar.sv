// SPDX-License-Identifier: Apache-2.0
// The operand side of the swizzle: each ALU position takes the operand of any lane of the warp, as
// the schedule says for this cycle (ISCA'13 section 4.2).

module swizzle_crossbar #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes that compute in one cycle: a power of two, 2..32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Bits of one lane's operand, at least 1.
    parameter int unsigned DataWidth = 32,
    /// Derived: quads of a warp.
    localparam int unsigned Quads = Lanes / QuadLanes,
    /// Derived: bits of the number of a quad.
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    /// Derived: bits of the number of a position.
    localparam int unsigned PositionBits = $clog2(QuadLanes)
) (
    /// One operand per lane, lane 0 in the lowest bits.
    input  logic [Lanes*DataWidth-1:0]        data_i,
    /// The ALU positions that compute.
    input  logic [QuadLanes-1:0]              enable_i,
    /// Per ALU position the quad of its lane.
    input  logic [QuadLanes*QuadBits-1:0]     quad_i,
    /// Per ALU position the position of its lane in that quad.
    input  logic [QuadLanes*PositionBits-1:0] position_i,
    /// One operand per ALU position, 0 where it is not enabled.
    output logic [QuadLanes*DataWidth-1:0]    data_o
);
  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes) || DataWidth < 1) begin : gen_illegal
    $fatal(1, "swizzle_crossbar: no quads of %0d lanes of %0d bits in a warp of %0d", QuadLanes,
           DataWidth, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  for (genvar alu = 0; alu < QuadLanes; alu++) begin : gen_alu_position
    logic [Quads-1:0]     from_quad;
    logic [QuadLanes-1:0] from_position;
    logic [Lanes-1:0]     from_lane;
    logic [DataWidth-1:0] selected;

    // One-hot, and all zero where the position is not enabled.
    for (genvar quad = 0; quad < Quads; quad++) begin : gen_from_quad
      assign from_quad[quad] = enable_i[alu] && quad_i[alu*QuadBits +: QuadBits] == QuadBits'(quad);
    end
    for (genvar position = 0; position < QuadLanes; position++) begin : gen_from_position
      assign from_position[position] =
          position_i[alu*PositionBits +: PositionBits] == PositionBits'(position);
    end
    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_from_lane
      assign from_lane[lane] = from_quad[lane/QuadLanes] && from_position[lane%QuadLanes];
    end

    always_comb begin
      selected = '0;
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        selected |= {DataWidth{from_lane[lane]}} & data_i[lane*DataWidth +: DataWidth];
      end
    end

    assign data_o[alu*DataWidth +: DataWidth] = selected;
  end
endmodule
