// SPDX-License-Identifier: Apache-2.0
// scc_parallel in two cycles, for warps whose masks do not become schedules in one: a register
// stage between the lists of lanes in surplus and the slots that take them. It takes a mask in
// every cycle, and answers in the next.
module scc_pipeline #(
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
    /// Clock, rising edge. There is no reset: an answer depends on one mask alone.
    input  logic                          clk_i,
    /// The execution mask.
    input  logic [Lanes-1:0]              mask_i,
    /// Cycles that the instruction of the mask before takes, 0 for an empty mask.
    output logic [CycleBits-1:0]          cycles_o,
    /// Slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [Lanes-1:0]              enable_o,
    /// The quad of the lane in each enabled slot.
    output logic [Lanes*QuadBits-1:0]     quad_o,
    /// The position of that lane in its quad.
    output logic [Lanes*PositionBits-1:0] position_o
);

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes)) begin : gen_illegal
    $fatal(1, "scc_pipeline: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned LaneBits = $clog2(Lanes);
  // The most lanes that others take, whatever the mask.
  localparam int unsigned MaxSurplus = Lanes / 4;

  logic [                    Quads-1:0] in_use_d, in_use_q;
  logic                                 skip_only_d, skip_only_q;
  logic [                    Lanes-1:0] skip_enable_d, skip_enable_q;
  logic [           Lanes*QuadBits-1:0] skip_quad_d, skip_quad_q;
  logic [                    Lanes-1:0] lengths_d, lengths_q;
  logic [           Lanes*QuadBits-1:0] queue_quads_d, queue_quads_q;
  logic [         Quads*MaxSurplus-1:0] surplus_d, surplus_q;
  logic [Quads*LaneBits*MaxSurplus-1:0] surplus_lanes_d, surplus_lanes_q;
  logic [         Quads*MaxSurplus-1:0] idle_before_d, idle_before_q;

  scc_surplus #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_surplus (
      .mask_i         (mask_i),
      .in_use_o       (in_use_d),
      .skip_only_o    (skip_only_d),
      .skip_enable_o  (skip_enable_d),
      .skip_quad_o    (skip_quad_d),
      .lengths_o      (lengths_d),
      .queue_quads_o  (queue_quads_d),
      .surplus_o      (surplus_d),
      .surplus_lanes_o(surplus_lanes_d),
      .idle_before_o  (idle_before_d)
  );

  always_ff @(posedge clk_i) begin
    in_use_q <= in_use_d;
    skip_only_q <= skip_only_d;
    skip_enable_q <= skip_enable_d;
    skip_quad_q <= skip_quad_d;
    lengths_q <= lengths_d;
    queue_quads_q <= queue_quads_d;
    surplus_q <= surplus_d;
    surplus_lanes_q <= surplus_lanes_d;
    idle_before_q <= idle_before_d;
  end

  scc_slots #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_slots (
      .in_use_i       (in_use_q),
      .skip_only_i    (skip_only_q),
      .skip_enable_i  (skip_enable_q),
      .skip_quad_i    (skip_quad_q),
      .lengths_i      (lengths_q),
      .queue_quads_i  (queue_quads_q),
      .surplus_i      (surplus_q),
      .surplus_lanes_i(surplus_lanes_q),
      .idle_before_i  (idle_before_q),
      .cycles_o       (cycles_o),
      .enable_o       (enable_o),
      .quad_o         (quad_o),
      .position_o     (position_o)
  );

endmodule
