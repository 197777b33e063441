// SPDX-License-Identifier: Apache-2.0
// Both forms of the swizzle crossbar beside each other, with free data and free settings, legal or
// not. The output is never 1. All bits of a word take the same way: a narrow word speaks for a wide
// one.

module crossbar_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad.
    parameter int unsigned QuadLanes = 4,
    /// Bits of a lane's data.
    parameter int unsigned DataWidth = 4,
    /// Quads of the warp; derived.
    localparam int unsigned Quads = Lanes / QuadLanes,
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    localparam int unsigned PositionBits = $clog2(QuadLanes)
) (
    /// Operands of all lanes, free.
    input  logic [Lanes*DataWidth-1:0]        data_i,
    /// Settings of the cycle, free.
    input  logic [QuadLanes-1:0]              enable_i,
    input  logic [QuadLanes*QuadBits-1:0]     quad_i,
    input  logic [QuadLanes*PositionBits-1:0] position_i,
    /// Some position does not get the same operand from both.
    output logic                              operand_different_o
);
  logic [QuadLanes*DataWidth-1:0] expected, actual;
  swizzle_crossbar #(.Lanes(Lanes), .QuadLanes(QuadLanes), .DataWidth(DataWidth)) u_reference (
      .data_i(data_i), .enable_i(enable_i), .quad_i(quad_i), .position_i(position_i),
      .data_o(expected));
  wired_or_crossbar #(.Lanes(Lanes), .QuadLanes(QuadLanes), .DataWidth(DataWidth)) u_dut (
      .data_i(data_i), .enable_i(enable_i), .quad_i(quad_i), .position_i(position_i),
      .data_o(actual));
  assign operand_different_o = actual != expected;
endmodule
