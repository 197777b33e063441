// SPDX-License-Identifier: Apache-2.0
// Compaction control in two cycles beside scc_control, which is asked about the mask of the cycle
// before; the output is never 1.

module scc_pipeline_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad.
    parameter int unsigned QuadLanes = 4
) (
    /// Clock.
    input  logic             clk_i,
    /// Active lanes, free in every cycle.
    input  logic [Lanes-1:0] mask_i,
    /// The answers differ in a bit, of meaning or not.
    output logic             answer_different_o
);
  localparam int unsigned Quads = Lanes / QuadLanes;
  localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1;
  localparam int unsigned PositionBits = $clog2(QuadLanes);
  localparam int unsigned CycleBits = $clog2(Quads + 1);
  localparam int unsigned AnswerBits = CycleBits + Lanes * (1 + QuadBits + PositionBits);

  logic boot_q = 1'b1;
  logic [Lanes-1:0] mask_q;
  always_ff @(posedge clk_i) begin
    boot_q <= 1'b0;
    mask_q <= mask_i;
  end

  logic [AnswerBits-1:0] late, at_once;
  scc_pipeline #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
      .clk_i(clk_i), .mask_i(mask_i), .cycles_o(late[0+:CycleBits]),
      .enable_o(late[CycleBits+:Lanes]), .quad_o(late[CycleBits+Lanes+:Lanes*QuadBits]),
      .position_o(late[CycleBits+Lanes*(1+QuadBits)+:Lanes*PositionBits]));
  scc_control #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_control (
      .mask_i(mask_q), .cycles_o(at_once[0+:CycleBits]),
      .enable_o(at_once[CycleBits+:Lanes]), .quad_o(at_once[CycleBits+Lanes+:Lanes*QuadBits]),
      .position_o(at_once[CycleBits+Lanes*(1+QuadBits)+:Lanes*PositionBits]));

  assign answer_different_o = !boot_q && late != at_once;
endmodule
