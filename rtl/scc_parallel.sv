// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression in the canonical order (ISCA'13 section 4.2), in one cycle.
module scc_parallel #(
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
    /// The execution mask.
    input  logic [Lanes-1:0]              mask_i,
    /// Cycles that the instruction takes, 0 for an empty mask.
    output logic [CycleBits-1:0]          cycles_o,
    /// Slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [Lanes-1:0]              enable_o,
    /// The quad of the lane in each enabled slot.
    output logic [Lanes*QuadBits-1:0]     quad_o,
    /// The position of that lane in its quad.
    output logic [Lanes*PositionBits-1:0] position_o
);

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes)) begin : gen_illegal
    $fatal(1, "scc_parallel: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned LaneBits = $clog2(Lanes);
  // The most lanes that others take, whatever the mask.
  localparam int unsigned MaxSurplus = Lanes / 4;

  logic [                    Quads-1:0] in_use;
  logic                                 skip_only;
  logic [                    Lanes-1:0] skip_enable;
  logic [           Lanes*QuadBits-1:0] skip_quad;
  logic [                    Lanes-1:0] lengths;
  logic [           Lanes*QuadBits-1:0] queue_quads;
  logic [         Quads*MaxSurplus-1:0] surplus;
  logic [Quads*LaneBits*MaxSurplus-1:0] surplus_lanes;
  logic [         Quads*MaxSurplus-1:0] idle_before;

  scc_surplus #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_surplus (
      .mask_i         (mask_i),
      .in_use_o       (in_use),
      .skip_only_o    (skip_only),
      .skip_enable_o  (skip_enable),
      .skip_quad_o    (skip_quad),
      .lengths_o      (lengths),
      .queue_quads_o  (queue_quads),
      .surplus_o      (surplus),
      .surplus_lanes_o(surplus_lanes),
      .idle_before_o  (idle_before)
  );

  scc_slots #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_slots (
      .in_use_i       (in_use),
      .skip_only_i    (skip_only),
      .skip_enable_i  (skip_enable),
      .skip_quad_i    (skip_quad),
      .lengths_i      (lengths),
      .queue_quads_i  (queue_quads),
      .surplus_i      (surplus),
      .surplus_lanes_i(surplus_lanes),
      .idle_before_i  (idle_before),
      .cycles_o       (cycles_o),
      .enable_o       (enable_o),
      .quad_o         (quad_o),
      .position_o     (position_o)
  );

endmodule
