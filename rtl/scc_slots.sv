// SPDX-License-Identifier: Apache-2.0
// The second half of swizzled cycle compression (ISCA'13 section 4.2): the number of cycles selects
// the lanes in surplus, and the k-th slot with nothing of its own takes the k-th of them. All
// counts are unary: bit i of a number is set if the number is greater than i.
module scc_slots #(
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
    /// Derived: bits that number a lane.
    localparam int unsigned LaneBits = $clog2(Lanes),
    /// Derived: bits that count cycles.
    localparam int unsigned CycleBits = $clog2(Quads + 1),
    /// Derived: the most lanes that others take, whatever the mask.
    localparam int unsigned MaxSurplus = Lanes / 4
) (
    /// What scc_surplus says of a mask.
    input  logic [Quads-1:0]                     in_use_i,
    input  logic                                 skip_only_i,
    input  logic [Lanes-1:0]                     skip_enable_i,
    input  logic [Lanes*QuadBits-1:0]            skip_quad_i,
    input  logic [Lanes-1:0]                     lengths_i,
    input  logic [Lanes*QuadBits-1:0]            queue_quads_i,
    input  logic [Quads*MaxSurplus-1:0]          surplus_i,
    input  logic [Quads*LaneBits*MaxSurplus-1:0] surplus_lanes_i,
    input  logic [Quads*MaxSurplus-1:0]          idle_before_i,
    /// Cycles that the instruction takes, 0 for an empty mask.
    output logic [CycleBits-1:0]                 cycles_o,
    /// Slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [Lanes-1:0]                     enable_o,
    /// The quad of the lane in each enabled slot.
    output logic [Lanes*QuadBits-1:0]            quad_o,
    /// The position of that lane in its quad.
    output logic [Lanes*PositionBits-1:0]        position_o
);

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes)) begin : gen_illegal
    $fatal(1, "scc_slots: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  // The lanes that others take; none if skipping idle quads is enough.
  logic [         MaxSurplus-1:0] surplus;
  logic [LaneBits*MaxSurplus-1:0] surplus_lanes;
  logic                           unused_counts;

  always_comb begin
    cycles_o = '0;
    surplus = '0;
    surplus_lanes = '0;
    for (int unsigned c = 1; c <= Quads; c++) begin
      if (in_use_i[c-1] && (c == Quads || !in_use_i[c%Quads])) begin
        cycles_o |= CycleBits'(c);
        if (c < Quads && !skip_only_i) begin
          surplus |= surplus_i[c%Quads*MaxSurplus+:MaxSurplus];
          surplus_lanes |= surplus_lanes_i[c%Quads*LaneBits*MaxSurplus+:LaneBits*MaxSurplus];
        end
      end
    end
  end
  assign unused_counts = ^{lengths_i, idle_before_i, surplus_i, surplus_lanes_i, surplus,
                           surplus_lanes};  // in the last cycle

  // A position issues its own queue, then takes lanes in surplus.
  for (genvar c = 0; c < Quads; c++) begin : gen_cycle
    logic [             QuadLanes-1:0] borrows;
    logic [    QuadLanes*QuadBits-1:0] quads;
    logic [QuadLanes*PositionBits-1:0] positions;

    if (c == Quads - 1) begin : gen_last
      assign borrows = '0;
      assign quads = '0;
      assign positions = '0;
    end else begin : gen_earlier
      localparam int unsigned Most = lanefold_pkg::most_surplus_after(Quads, QuadLanes, c);
      localparam int unsigned MostHere = QuadLanes < Most ? QuadLanes : Most;

      logic [         QuadLanes-1:0] own;
      logic [              Most-1:0] idle_before;
      logic [QuadLanes*MostHere-1:0] idle_to;  // in this cycle, field n: to position n
      logic                          unused_idle_to;

      for (genvar n = 0; n < QuadLanes; n++) begin : gen_own
        assign own[n] = lengths_i[n*Quads+c];
      end
      assign idle_before = idle_before_i[c*MaxSurplus+:Most];
      unary_prefix #(
          .Terms  (QuadLanes),
          .MaxTerm(1),
          .MaxSum (MostHere)
      ) u_idle_to (
          .terms_i(~own),
          .sums_o (idle_to)
      );
      assign unused_idle_to = ^idle_to;

      for (genvar n = 0; n < QuadLanes; n++) begin : gen_position
        logic [Most-1:0] index;
        logic [Most-1:0] takes;
        if (n == 0) begin : gen_first
          assign index = idle_before;
        end else begin : gen_next
          unary_adder #(
              .MaxA  (Most),
              .MaxB  (n < MostHere ? n : MostHere),
              .MaxSum(Most)
          ) u_index (
              .a_i  (idle_before),
              .b_i  (idle_to[(n-1)*MostHere+:n < MostHere ? n : MostHere]),
              .sum_o(index)
          );
        end
        assign takes = own[n] ? '0 : ~index & ((index << 1) | Most'(1));
        assign borrows[n] = (takes & surplus[Most-1:0]) != '0;
        for (genvar b = 0; b < QuadBits; b++) begin : gen_quad
          assign quads[n*QuadBits+b] =
              (takes & surplus_lanes[(PositionBits+b)*MaxSurplus+:Most]) != '0;
        end
        for (genvar b = 0; b < PositionBits; b++) begin : gen_bit
          assign positions[n*PositionBits+b] =
              (takes & surplus_lanes[b*MaxSurplus+:Most]) != '0;
        end
      end
    end

    for (genvar n = 0; n < QuadLanes; n++) begin : gen_slot
      localparam int unsigned Slot = c * QuadLanes + n;
      logic [QuadBits-1:0] own_quad;
      for (genvar b = 0; b < QuadBits; b++) begin : gen_bit
        assign own_quad[b] = queue_quads_i[(n*QuadBits+b)*Quads+c];
      end
      assign enable_o[Slot] = skip_only_i ? skip_enable_i[Slot] :
          borrows[n] || lengths_i[n*Quads+c] && in_use_i[c];
      assign quad_o[Slot*QuadBits+:QuadBits] = quads[n*QuadBits+:QuadBits] |
          (skip_only_i ? skip_quad_i[Slot*QuadBits+:QuadBits] : own_quad);
      assign position_o[Slot*PositionBits+:PositionBits] =
          skip_only_i || lengths_i[n*Quads+c] ? PositionBits'(n) :
                                                positions[n*PositionBits+:PositionBits];
    end
  end

endmodule
