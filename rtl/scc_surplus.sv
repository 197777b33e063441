// SPDX-License-Identifier: Apache-2.0
// The first half of swizzled cycle compression (ISCA'13 section 4.2), written for depth: the lanes
// that others take if the instruction takes o cycles are listed for every o at once, as the true o
// is known no sooner. All counts are unary: bit i of a number is set if the number is greater than
// i.
module scc_surplus #(
    /// Lanes of the warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad, which one cycle of the ALU takes: 2, 4, 8, 16 or 32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Derived, not to be set: quads of the warp.
    localparam int unsigned Quads = Lanes / QuadLanes,
    /// Derived: bits that number a quad.
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    /// Derived: bits that number a lane.
    localparam int unsigned LaneBits = $clog2(Lanes),
    /// Derived: the most lanes that others take, whatever the mask.
    localparam int unsigned MaxSurplus = Lanes / 4
) (
    /// The execution mask.
    input  logic [Lanes-1:0]                     mask_i,
    /// Bit c: the instruction takes more than c cycles.
    output logic [Quads-1:0]                     in_use_o,
    /// Skipping idle quads takes as few.
    output logic                                 skip_only_o,
    /// What skipping issues: slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [Lanes-1:0]                     skip_enable_o,
    /// The quad of that lane.
    output logic [Lanes*QuadBits-1:0]            skip_quad_o,
    /// How many lanes wait at each position, Quads bits each.
    output logic [Lanes-1:0]                     lengths_o,
    /// Bit b of the quad of the r-th lane at position n is bit (n * QuadBits + b) * Quads + r.
    output logic [Lanes*QuadBits-1:0]            queue_quads_o,
    /// Field o, of MaxSurplus bits: how many lanes are in surplus if it takes o cycles.
    output logic [Quads*MaxSurplus-1:0]          surplus_o,
    /// Field o * LaneBits + b: bit k is bit b of the k-th of them, in (position, quad) order.
    output logic [Quads*LaneBits*MaxSurplus-1:0] surplus_lanes_o,
    /// Field c: slots with nothing of their own before cycle c, as far as they matter.
    output logic [Quads*MaxSurplus-1:0]          idle_before_o
);

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes)) begin : gen_illegal
    $fatal(1, "scc_surplus: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned CycleBits = $clog2(Quads + 1);
  localparam int unsigned PositionBits = $clog2(QuadLanes);

  logic [         CycleBits-1:0] active_quads;
  logic [Lanes*PositionBits-1:0] unused_skip_position;  // each lane at its own

  bcc_control #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_skip (
      .mask_i    (mask_i),
      .cycles_o  (active_quads),
      .enable_o  (skip_enable_o),
      .quad_o    (skip_quad_o),
      .position_o(unused_skip_position)
  );

  if (Quads == 1) begin : gen_skip
    assign in_use_o = active_quads;
    assign skip_only_o = 1'b1;
    assign lengths_o = mask_i;
    assign queue_quads_o = '0;
    assign surplus_o = '0;
    assign surplus_lanes_o = '0;
    assign idle_before_o = '0;
  end else begin : gen_swizzle
    for (genvar n = 0; n < QuadLanes; n++) begin : gen_queue
      logic [Quads-1:0] lanes;

      for (genvar q = 0; q < Quads; q++) begin : gen_quad
        assign lanes[q] = mask_i[q*QuadLanes+n];
      end
      scc_queue #(.Quads(Quads)) u_queue (
          .lanes_i (lanes),
          .length_o(lengths_o[n*Quads+:Quads]),
          .quads_o (queue_quads_o[n*QuadBits*Quads+:QuadBits*Quads])
      );
    end

    logic [Lanes-1:0] active_lanes;
    logic             unused_active_lanes;

    unary_sum #(
        .Terms  (QuadLanes),
        .MaxTerm(Quads),
        .MaxSum (Lanes)
    ) u_active_lanes (
        .terms_i(lengths_o),
        .sum_o  (active_lanes)
    );
    for (genvar c = 0; c < Quads; c++) begin : gen_in_use
      assign in_use_o[c] = active_lanes[c*QuadLanes];
    end
    assign unused_active_lanes = ^active_lanes;

    // Never more cycles than active quads.
    always_comb begin
      skip_only_o = 1'b0;
      for (int unsigned c = 1; c <= Quads; c++) begin
        skip_only_o |= in_use_o[c-1] && active_quads == CycleBits'(c);
      end
    end

    // Lists are appended in a tree; node i of level l has those of 2^l positions.
    for (genvar o = 0; o < Quads; o++) begin : gen_surplus
      if (o == 0) begin : gen_none
        assign surplus_o[0+:MaxSurplus] = '0;
        assign surplus_lanes_o[0+:LaneBits*MaxSurplus] = '0;
      end else begin : gen_some
        localparam int unsigned Most = lanefold_pkg::most_surplus(Quads, QuadLanes, o);

        for (genvar l = 0; l <= PositionBits; l++) begin : gen_level
          localparam int unsigned Max = (Quads - o) << l < Most ? (Quads - o) << l : Most;

          for (genvar i = 0; i < 1 << (PositionBits - l); i++) begin : gen_node
            logic [         Max-1:0] surplus;
            logic [LaneBits*Max-1:0] lanes;

            if (l == 0) begin : gen_position
              assign surplus = lengths_o[i*Quads+o+:Max];
              assign lanes[0+:PositionBits*Max] = '0;
              for (genvar b = 0; b < QuadBits; b++) begin : gen_quad
                assign lanes[(PositionBits+b)*Max+:Max] =
                    queue_quads_o[(i*QuadBits+b)*Quads+o+:Max];
              end
            end else begin : gen_both
              localparam int unsigned Half =
                  (Quads - o) << (l - 1) < Most ? (Quads - o) << (l - 1) : Most;
              logic [LaneBits*Max-1:0] both;
              logic [         Max-1:0] second;

              scc_append #(
                  .MaxA    (Half),
                  .MaxB    (Half),
                  .MaxSum  (Max),
                  .LaneBits(LaneBits)
              ) u_append (
                  .a_i      (gen_level[l-1].gen_node[2*i].surplus),
                  .a_lanes_i(gen_level[l-1].gen_node[2*i].lanes),
                  .b_i      (gen_level[l-1].gen_node[2*i+1].surplus),
                  .b_lanes_i(gen_level[l-1].gen_node[2*i+1].lanes),
                  .sum_o    (surplus),
                  .second_o (second),
                  .lanes_o  (both)
              );
              // Positions of the second half have bit l - 1 in their number.
              for (genvar b = 0; b < LaneBits; b++) begin : gen_bit
                assign lanes[b*Max+:Max] = b == l - 1 ? second : both[b*Max+:Max];
              end
            end
          end
        end

        assign surplus_o[o*MaxSurplus+:MaxSurplus] =
            MaxSurplus'(gen_level[PositionBits].gen_node[0].surplus);
        for (genvar b = 0; b < LaneBits; b++) begin : gen_bit
          assign surplus_lanes_o[(o*LaneBits+b)*MaxSurplus+:MaxSurplus] =
              MaxSurplus'(gen_level[PositionBits].gen_node[0].lanes[b*Most+:Most]);
        end
      end
    end

    // No position borrows in the last cycle.
    for (genvar c = 0; c < Quads; c++) begin : gen_idle
      if (c == 0 || c == Quads - 1) begin : gen_none
        assign idle_before_o[c*MaxSurplus+:MaxSurplus] = '0;
      end else begin : gen_some
        localparam int unsigned Most = lanefold_pkg::most_surplus_after(Quads, QuadLanes, c);
        localparam int unsigned MostBefore = c * QuadLanes < Most ? c * QuadLanes : Most;
        localparam int unsigned MaxTerm = c < Most ? c : Most;

        logic [QuadLanes*MaxTerm-1:0] idle;
        logic [       MostBefore-1:0] idle_before;

        for (genvar n = 0; n < QuadLanes; n++) begin : gen_position
          for (genvar i = 0; i < MaxTerm; i++) begin : gen_bit
            assign idle[n*MaxTerm+i] = !lengths_o[n*Quads+c-1-i];
          end
        end
        unary_sum #(
            .Terms  (QuadLanes),
            .MaxTerm(MaxTerm),
            .MaxSum (MostBefore)
        ) u_idle_before (
            .terms_i(idle),
            .sum_o  (idle_before)
        );
        assign idle_before_o[c*MaxSurplus+:MaxSurplus] = MaxSurplus'(idle_before);
      end
    end
  end

endmodule
