// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression as ISCA'13 figure 6 reads literally, its loop over cycles and ALU
// positions unrolled: an idle position takes the head of the queue of the lowest position in
// surplus.
module scc_fifo #(
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
    $fatal(1, "scc_fifo: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned CountBits = $clog2(Lanes + 1);

  // Figure 6 names these a_ln_cnt and o_cyc_cnt; skip_cycles is its a_q_cnt.
  logic [CountBits-1:0] active_lanes;
  logic [CycleBits-1:0] cycles;
  logic                 skip_only;

  always_comb begin
    active_lanes = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      active_lanes += CountBits'(mask_i[l]);
    end
    cycles = '0;
    for (int unsigned c = 0; c < Quads; c++) begin
      cycles += CycleBits'(active_lanes > CountBits'(c * QuadLanes));
    end
  end

  logic [             Lanes-1:0] skip_enable;
  logic [    Lanes*QuadBits-1:0] skip_quad;
  logic [Lanes*PositionBits-1:0] skip_position;
  logic [         CycleBits-1:0] skip_cycles;

  bcc_control #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_skip (
      .mask_i    (mask_i),
      .cycles_o  (skip_cycles),
      .enable_o  (skip_enable),
      .quad_o    (skip_quad),
      .position_o(skip_position)
  );

  assign skip_only = skip_cycles == cycles;
  assign cycles_o = cycles;

  // The state of the unrolled loop: field n of `queues` (a_ln_q) has bit q set while quad q waits
  // at position n, and field n of `surpluses` counts how many of them others must take.
  logic [              Lanes-1:0] queues;
  logic [QuadLanes*CycleBits-1:0] surpluses;
  logic [          CycleBits-1:0] length;
  logic [              Quads-1:0] head;
  logic                           served;
  logic [              Lanes-1:0] swizzle_enable;
  logic [     Lanes*QuadBits-1:0] swizzle_quad;
  logic [ Lanes*PositionBits-1:0] swizzle_position;

  always_comb begin
    length = '0;
    head = '0;
    served = 1'b0;
    for (int unsigned n = 0; n < QuadLanes; n++) begin
      length = '0;
      for (int unsigned q = 0; q < Quads; q++) begin
        queues[n*Quads+q] = mask_i[q*QuadLanes+n];
        length += CycleBits'(mask_i[q*QuadLanes+n]);
      end
      surpluses[n*CycleBits+:CycleBits] = length > cycles ? length - cycles : '0;
    end
    for (int unsigned c = 0; c < Quads; c++) begin
      for (int unsigned n = 0; n < QuadLanes; n++) begin
        // The queue to take from: the position's own, else the lowest in surplus.
        head = '0;
        swizzle_position[(c*QuadLanes+n)*PositionBits+:PositionBits] = '0;
        served = queues[n*Quads+:Quads] != '0;
        if (served) begin
          head = queues[n*Quads+:Quads] & (~queues[n*Quads+:Quads] + Quads'(1));
          queues[n*Quads+:Quads] = queues[n*Quads+:Quads] & ~head;
          swizzle_position[(c*QuadLanes+n)*PositionBits+:PositionBits] = PositionBits'(n);
        end
        for (int unsigned m = 0; m < QuadLanes; m++) begin
          if (!served && surpluses[m*CycleBits+:CycleBits] != '0) begin
            head = queues[m*Quads+:Quads] & (~queues[m*Quads+:Quads] + Quads'(1));
            queues[m*Quads+:Quads] = queues[m*Quads+:Quads] & ~head;
            surpluses[m*CycleBits+:CycleBits] = surpluses[m*CycleBits+:CycleBits] - CycleBits'(1);
            swizzle_position[(c*QuadLanes+n)*PositionBits+:PositionBits] = PositionBits'(m);
            served = 1'b1;
          end
        end
        swizzle_enable[c*QuadLanes+n] = served;
        swizzle_quad[(c*QuadLanes+n)*QuadBits+:QuadBits] = '0;
        for (int unsigned q = 0; q < Quads; q++) begin
          if (head[q]) begin
            swizzle_quad[(c*QuadLanes+n)*QuadBits+:QuadBits] = QuadBits'(q);
          end
        end
      end
    end
  end

  assign enable_o = skip_only ? skip_enable : swizzle_enable;
  assign quad_o = skip_only ? skip_quad : swizzle_quad;
  assign position_o = skip_only ? skip_position : swizzle_position;

endmodule
