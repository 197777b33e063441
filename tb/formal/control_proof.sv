// SPDX-License-Identifier: Apache-2.0
// One control block, `DUT, and the checker of its schedule: proofs show that no output is ever 1.

module control_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad.
    parameter int unsigned QuadLanes = 4,
    /// As what its cycles count: 0 none, 1 ivb, 2 bcc, 3 scc.
    parameter int unsigned Policy = 3
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

  `DUT #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_dut (
      .mask_i(mask_i), .cycles_o(cycles), .enable_o(enable), .quad_o(quad), .position_o(position));

  schedule_checker #(
      .Lanes(Lanes), .QuadLanes(QuadLanes), .Policy(Policy)
  ) u_checker (
      .mask_i(mask_i), .cycles_i(cycles), .enable_i(enable), .quad_i(quad), .position_i(position),
      .lane_lost_o(lane_lost_o), .lane_repeated_o(lane_repeated_o),
      .inactive_issued_o(inactive_issued_o), .cycles_wrong_o(cycles_wrong_o),
      .late_slot_o(late_slot_o), .swizzle_wasted_o(swizzle_wasted_o),
      .quads_mixed_o(quads_mixed_o));
endmodule
