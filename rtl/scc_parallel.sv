// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression in the canonical order (ISCA'13 section 4.2), written for depth: what
// would be issued if the instruction took o cycles is worked out for every o at once, in unary
// numbers, and the true o, known no sooner, selects last.
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
    input  logic [             Lanes-1:0] mask_i,
    /// Cycles that the instruction takes, 0 for an empty mask.
    output logic [         CycleBits-1:0] cycles_o,
    /// Slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [             Lanes-1:0] enable_o,
    /// The quad of the lane in each enabled slot.
    output logic [    Lanes*QuadBits-1:0] quad_o,
    /// The position of that lane in its quad.
    output logic [Lanes*PositionBits-1:0] position_o
);

  if ((Lanes != 8 && Lanes != 16 && Lanes != 32 && Lanes != 64) || (QuadLanes != 2 &&
      QuadLanes != 4 && QuadLanes != 8 && QuadLanes != 16 && QuadLanes != 32) ||
      QuadLanes > Lanes) begin : gen_illegal
    $fatal(1, "scc_parallel: Lanes %0d is not 8, 16, 32 or 64, or QuadLanes %0d not 2, 4, 8, 16 or 32",
           Lanes, QuadLanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned CountBits = $clog2(Lanes + 1);

  // Cycles: bit o of `cycles_are` is set if the active lanes fill exactly o.
  logic [CountBits-1:0] active_lanes;
  logic [      Quads:0] cycles_are;

  always_comb begin
    active_lanes = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      active_lanes += CountBits'(mask_i[l]);
    end
    cycles_o = '0;
    for (int unsigned o = 0; o <= Quads; o++) begin
      cycles_are[o] = active_lanes <= CountBits'(o * QuadLanes) &&
                      (o == 0 || active_lanes > CountBits'((o > 0 ? o - 1 : 0) * QuadLanes));
      cycles_o |= cycles_are[o] ? CycleBits'(o) : '0;
    end
  end

  // If that many quads are active, skipping the others is enough.
  logic [             Lanes-1:0] skip_enable;
  logic [    Lanes*QuadBits-1:0] skip_quad;
  logic [Lanes*PositionBits-1:0] skip_position;
  logic [         CycleBits-1:0] skip_cycles;
  logic                          skip_only;

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

  assign skip_only = skip_cycles == cycles_o;

  // The queue of each position. The lane of quad q is in it behind exactly r others if bit r of
  // gen_quad[q].rank is set.
  logic [QuadLanes*Quads*Quads-1:0] entry;     // [position][rank][quad]
  logic [          Lanes-1:0] own;             // [rank][position]
  logic [ Lanes*QuadBits-1:0] own_quad;        // [rank][position]

  for (genvar n = 0; n < QuadLanes; n++) begin : gen_position
    for (genvar q = 0; q < Quads; q++) begin : gen_quad
      logic [Quads-1:0] rank;
      if (q == 0) begin : gen_first
        assign rank = Quads'(1);
      end else begin : gen_next
        assign rank = mask_i[(q-1)*QuadLanes+n] ? gen_quad[q-1].rank << 1 :
                                                  gen_quad[q-1].rank;
      end
    end
    for (genvar q = 0; q < Quads; q++) begin : gen_queue
      for (genvar r = 0; r < Quads; r++) begin : gen_rank
        assign entry[(n*Quads+r)*Quads+q] = mask_i[q*QuadLanes+n] && gen_quad[q].rank[r];
      end
    end
    for (genvar r = 0; r < Quads; r++) begin : gen_own
      logic [QuadBits-1:0] quad;
      always_comb begin
        quad = '0;
        for (int unsigned q = 0; q < Quads; q++) begin
          quad |= entry[(n*Quads+r)*Quads+q] ? QuadBits'(q) : '0;
        end
      end
      assign own[r*QuadLanes+n] = entry[(n*Quads+r)*Quads+:Quads] != '0;
      assign own_quad[(r*QuadLanes+n)*QuadBits+:QuadBits] = quad;
    end
  end

  // The lanes that other positions take if the instruction takes o cycles.
  for (genvar o = 1; o < Quads; o++) begin : gen_candidate
    // At most so many: as many positions as the lanes can fill are active in every quad.
    localparam int unsigned Full = QuadLanes * o / Quads;
    localparam int unsigned Rest = QuadLanes * o % Quads;
    localparam int unsigned MaxSurplus = Full * (Quads - o) + (Rest > o ? Rest - o : 0);

    logic [MaxSurplus-1:0] next;
    logic [MaxSurplus-1:0] present;
    logic [QuadBits*MaxSurplus-1:0] quads;
    logic [PositionBits*MaxSurplus-1:0] positions;
    logic is_surplus;
    logic [Lanes-1:0] enable;
    logic [Lanes*QuadBits-1:0] quad;
    logic [Lanes*PositionBits-1:0] position;

    always_comb begin
      next = MaxSurplus'(1);
      present = '0;
      quads = '0;
      positions = '0;
      is_surplus = 1'b0;
      for (int unsigned n = 0; n < QuadLanes; n++) begin
        for (int unsigned q = o; q < Quads; q++) begin
          is_surplus = 1'b0;
          for (int unsigned r = o; r < Quads; r++) begin
            is_surplus |= entry[(n*Quads+r)*Quads+q];
          end
          if (is_surplus) begin
            present |= next;
            for (int unsigned b = 0; b < QuadBits; b++) begin
              if (q[b]) quads[b*MaxSurplus+:MaxSurplus] |= next;
            end
            for (int unsigned b = 0; b < PositionBits; b++) begin
              if (n[b]) positions[b*MaxSurplus+:MaxSurplus] |= next;
            end
            next = next << 1;
          end
        end
      end
    end

    logic [MaxSurplus-1:0] take;

    always_comb begin
      take = MaxSurplus'(1);
      enable = '0;
      quad = '0;
      position = '0;
      for (int unsigned s = 0; s < o * QuadLanes; s++) begin
        if (!own[s]) begin
          enable[s] = (take & present) != '0;
          for (int unsigned b = 0; b < QuadBits; b++) begin
            quad[s*QuadBits+b] = (take & quads[b*MaxSurplus+:MaxSurplus]) != '0;
          end
          for (int unsigned b = 0; b < PositionBits; b++) begin
            position[s*PositionBits+b] = (take & positions[b*MaxSurplus+:MaxSurplus]) != '0;
          end
          take = take << 1;
        end
      end
    end
  end

  // The true number of cycles selects.
  for (genvar o = 0; o < Quads; o++) begin : gen_select
    logic [             Lanes-1:0] enable;
    logic [    Lanes*QuadBits-1:0] quad;
    logic [Lanes*PositionBits-1:0] position;
    if (o == 0) begin : gen_none
      assign enable = '0;
      assign quad = '0;
      assign position = '0;
    end else begin : gen_next
      assign enable = cycles_are[o] ? gen_candidate[o].enable : gen_select[o-1].enable;
      assign quad = cycles_are[o] ? gen_candidate[o].quad : gen_select[o-1].quad;
      assign position = cycles_are[o] ? gen_candidate[o].position : gen_select[o-1].position;
    end
  end

  for (genvar s = 0; s < Lanes; s++) begin : gen_slot
    logic is_own;
    assign is_own = own[s] && cycles_o > CycleBits'(s / QuadLanes);
    assign enable_o[s] = skip_only ? skip_enable[s] : is_own || gen_select[Quads-1].enable[s];
    assign quad_o[s*QuadBits+:QuadBits] =
        skip_only ? skip_quad[s*QuadBits+:QuadBits] :
        is_own ? own_quad[s*QuadBits+:QuadBits] : gen_select[Quads-1].quad[s*QuadBits+:QuadBits];
    assign position_o[s*PositionBits+:PositionBits] =
        skip_only ? skip_position[s*PositionBits+:PositionBits] :
        is_own ? PositionBits'(s % QuadLanes) :
        gen_select[Quads-1].position[s*PositionBits+:PositionBits];
  end

endmodule
