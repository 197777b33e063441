// SPDX-License-Identifier: Apache-2.0
// swizzle_crossbar as ISCA'13 section 4.2 builds it: each quad of the latch passes through a
// swizzler of its own, and all of them drive one bus. The two are equal for all inputs
// (tb/formal/crossbar_proof.sv).

module wired_or_crossbar #(
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
  localparam int unsigned QuadWidth = QuadLanes * DataWidth;

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes) || DataWidth < 1) begin : gen_illegal
    $fatal(1, "wired_or_crossbar: no quads of %0d lanes of %0d bits in a warp of %0d", QuadLanes,
           DataWidth, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Lanes*DataWidth-1:0] swizzled;

  // One quad drives an ALU position, so that what the others swizzle to it does not matter: all
  // take the same setting.
  for (genvar quad = 0; quad < Quads; quad++) begin : gen_quad
    quad_swizzler #(
        .QuadLanes(QuadLanes),
        .DataWidth(DataWidth)
    ) u_swizzler (
        .data_i    (data_i[quad*QuadWidth +: QuadWidth]),
        .position_i(position_i),
        .data_o    (swizzled[quad*QuadWidth +: QuadWidth])
    );
  end

  wired_or_bus #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes),
      .DataWidth(DataWidth)
  ) u_bus (
      .data_i  (swizzled),
      .enable_i(enable_i),
      .quad_i  (quad_i),
      .data_o  (data_o)
  );
endmodule
