// SPDX-License-Identifier: Apache-2.0
// One control block and the checker of its schedule; what is proven is that no output is ever 1.

module control_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad.
    parameter int unsigned QuadLanes = 4,
    /// The block: 0 none_control, 1 ivb_half, 2 bcc_control, 3 scc_parallel, 4 scc_fifo.
    parameter int unsigned Block = 3
) (
    /// Active lanes, free.
    input  logic [Lanes-1:0] mask_i,
    /// The violations, as schedule_checker has them.
    output logic             lane_lost_o,
    output logic             lane_repeated_o,
    output logic             inactive_issued_o,
    output logic             cycles_wrong_o,
    output logic             late_slot_o,
    output logic             swizzle_wasted_o,
    output logic             quads_mixed_o
);
  localparam int unsigned Quads = Lanes / QuadLanes;
  localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1;
  localparam int unsigned PositionBits = $clog2(QuadLanes);
  localparam int unsigned CycleBits = $clog2(Quads + 1);

  logic [CycleBits-1:0] cycles;
  logic [Lanes-1:0] enable;
  logic [Lanes*QuadBits-1:0] quad;
  logic [Lanes*PositionBits-1:0] position;

  if (Block == 0) begin : gen_none
    none_control #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
        .mask_i(mask_i), .cycles_o(cycles), .enable_o(enable), .quad_o(quad),
        .position_o(position));
  end else if (Block == 1) begin : gen_ivb
    ivb_half #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
        .mask_i(mask_i), .cycles_o(cycles), .enable_o(enable), .quad_o(quad),
        .position_o(position));
  end else if (Block == 2) begin : gen_bcc
    bcc_control #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
        .mask_i(mask_i), .cycles_o(cycles), .enable_o(enable), .quad_o(quad),
        .position_o(position));
  end else if (Block == 3) begin : gen_scc_parallel
    scc_parallel #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
        .mask_i(mask_i), .cycles_o(cycles), .enable_o(enable), .quad_o(quad),
        .position_o(position));
  end else begin : gen_scc_fifo
    scc_fifo #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
        .mask_i(mask_i), .cycles_o(cycles), .enable_o(enable), .quad_o(quad),
        .position_o(position));
  end

  schedule_checker #(
      .Lanes(Lanes), .QuadLanes(QuadLanes), .Policy(Block < 3 ? Block : 3)
  ) u_checker (
      .mask_i(mask_i), .cycles_i(cycles), .enable_i(enable), .quad_i(quad), .position_i(position),
      .lane_lost_o(lane_lost_o), .lane_repeated_o(lane_repeated_o),
      .inactive_issued_o(inactive_issued_o), .cycles_wrong_o(cycles_wrong_o),
      .late_slot_o(late_slot_o), .swizzle_wasted_o(swizzle_wasted_o),
      .quads_mixed_o(quads_mixed_o));
endmodule
