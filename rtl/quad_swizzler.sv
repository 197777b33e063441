// SPDX-License-Identifier: Apache-2.0
// The swizzler of one quad: each position takes the operand of any lane of the quad. EUs have it
// for the swizzles that instructions encode (ISCA'13 sections 2 and 4.2).

module quad_swizzler #(
    /// Lanes of the quad: a power of two, 2..32.
    parameter int unsigned QuadLanes = 4,
    /// Bits of one lane's operand, at least 1.
    parameter int unsigned DataWidth = 32,
    /// Derived: bits of the number of a position.
    localparam int unsigned PositionBits = $clog2(QuadLanes)
) (
    /// One operand per lane of the quad, lane 0 in the lowest bits.
    input  logic [QuadLanes*DataWidth-1:0]    data_i,
    /// Per position the lane of the quad that it takes.
    input  logic [QuadLanes*PositionBits-1:0] position_i,
    /// One operand per position.
    output logic [QuadLanes*DataWidth-1:0]    data_o
);
  // A warp of 64 lanes has quads of every size.
  if (!lanefold_pkg::legal_quads(64, QuadLanes) || DataWidth < 1) begin : gen_illegal
    $fatal(1, "quad_swizzler: no quads of %0d lanes of %0d bits", QuadLanes, DataWidth);
    illegal_parameters u_illegal_parameters ();
  end

  for (genvar to = 0; to < QuadLanes; to++) begin : gen_to
    logic [QuadLanes-1:0] from;  // one-hot
    logic [DataWidth-1:0] selected;

    for (genvar lane = 0; lane < QuadLanes; lane++) begin : gen_from
      assign from[lane] = position_i[to*PositionBits +: PositionBits] == PositionBits'(lane);
    end

    always_comb begin
      selected = '0;
      for (int unsigned lane = 0; lane < QuadLanes; lane++) begin
        selected |= {DataWidth{from[lane]}} & data_i[lane*DataWidth +: DataWidth];
      end
    end

    assign data_o[to*DataWidth +: DataWidth] = selected;
  end
endmodule
