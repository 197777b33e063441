// SPDX-License-Identifier: Apache-2.0
// The way back of the swizzle: the result of each ALU position goes to the lane that it was
// computed for, and write enables go with it (ISCA'13 section 4.2).

module unswizzle #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes that compute in one cycle: a power of two, 2..32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Bits of one lane's result, at least 1.
    parameter int unsigned DataWidth = 32,
    /// Derived: quads of a warp.
    localparam int unsigned Quads = Lanes / QuadLanes,
    /// Derived: bits of the number of a quad.
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    /// Derived: bits of the number of a position.
    localparam int unsigned PositionBits = $clog2(QuadLanes)
) (
    /// One result per ALU position, position 0 in the lowest bits.
    input  logic [QuadLanes*DataWidth-1:0]    data_i,
    /// The ALU positions that computed; no two of them for one lane.
    input  logic [QuadLanes-1:0]              enable_i,
    /// Per ALU position the quad of its lane.
    input  logic [QuadLanes*QuadBits-1:0]     quad_i,
    /// Per ALU position the position of its lane in that quad.
    input  logic [QuadLanes*PositionBits-1:0] position_i,
    /// The lanes that have a result.
    output logic [Lanes-1:0]                  write_o,
    /// One result per lane, 0 where the lane has none.
    output logic [Lanes*DataWidth-1:0]        data_o
);
  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes) || DataWidth < 1) begin : gen_illegal
    $fatal(1, "unswizzle: no quads of %0d lanes of %0d bits in a warp of %0d", QuadLanes,
           DataWidth, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  // Bit alu*Lanes + lane: ALU position `alu` computed for `lane`.
  logic [QuadLanes*Lanes-1:0] to_lane;

  for (genvar alu = 0; alu < QuadLanes; alu++) begin : gen_alu_position
    logic [Quads-1:0]     to_quad;
    logic [QuadLanes-1:0] to_position;

    // One-hot, and all zero where the position is not enabled.
    for (genvar quad = 0; quad < Quads; quad++) begin : gen_to_quad
      assign to_quad[quad] = enable_i[alu] && quad_i[alu*QuadBits +: QuadBits] == QuadBits'(quad);
    end
    for (genvar position = 0; position < QuadLanes; position++) begin : gen_to_position
      assign to_position[position] =
          position_i[alu*PositionBits +: PositionBits] == PositionBits'(position);
    end
    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_to_lane
      assign to_lane[alu*Lanes+lane] = to_quad[lane/QuadLanes] && to_position[lane%QuadLanes];
    end
  end

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
    logic [QuadLanes-1:0] from_alu;
    logic [DataWidth-1:0] selected;

    for (genvar alu = 0; alu < QuadLanes; alu++) begin : gen_from_alu
      assign from_alu[alu] = to_lane[alu*Lanes+lane];
    end

    always_comb begin
      selected = '0;
      for (int unsigned alu = 0; alu < QuadLanes; alu++) begin
        selected |= {DataWidth{from_alu[alu]}} & data_i[alu*DataWidth +: DataWidth];
      end
    end

    assign write_o[lane] = |from_alu;
    assign data_o[lane*DataWidth +: DataWidth] = selected;
  end
endmodule
