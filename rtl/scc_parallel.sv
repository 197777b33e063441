// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression in the canonical order (ISCA'13 section 4.2), written for depth: the
// lanes that others take if the instruction takes o cycles are worked out for every o at once, and
// the true o, known no sooner, selects among them. All counts are unary: bit i of a number is set
// if the number is greater than i.
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

  // What is issued if skipping idle quads is enough.
  logic [             Lanes-1:0] skip_enable;
  logic [    Lanes*QuadBits-1:0] skip_quad;
  logic [Lanes*PositionBits-1:0] skip_position;
  logic [         CycleBits-1:0] active_quads;

  bcc_control #(
      .Lanes    (Lanes),
      .QuadLanes(QuadLanes)
  ) u_skip (
      .mask_i    (mask_i),
      .cycles_o  (active_quads),
      .enable_o  (skip_enable),
      .quad_o    (skip_quad),
      .position_o(skip_position)
  );

  if (Quads == 1) begin : gen_skip
    assign cycles_o = active_quads;
    assign enable_o = skip_enable;
    assign quad_o = skip_quad;
    assign position_o = skip_position;
  end else begin : gen_swizzle
    // The most lanes that others take, whatever the mask.
    localparam int unsigned MaxSurplus = Lanes / 4;

    // The queue of position n: how many lanes wait there, and the quad of the r-th, whose bit b is
    // bit (n * QuadBits + b) * Quads + r.
    logic [             Lanes-1:0] lengths;
    logic [    QuadBits*Lanes-1:0] queue_quads;

    for (genvar n = 0; n < QuadLanes; n++) begin : gen_queue
      logic [Quads-1:0] lanes;

      for (genvar q = 0; q < Quads; q++) begin : gen_quad
        assign lanes[q] = mask_i[q*QuadLanes+n];
      end
      scc_queue #(.Quads(Quads)) u_queue (
          .lanes_i (lanes),
          .length_o(lengths[n*Quads+:Quads]),
          .quads_o (queue_quads[n*QuadBits*Quads+:QuadBits*Quads])
      );
    end

    // Bit c: the instruction takes more than c cycles.
    logic [Lanes-1:0] active_lanes;
    logic [Quads-1:0] in_use;
    logic             skip_only;
    logic             unused_active_lanes;

    unary_sum #(
        .Terms  (QuadLanes),
        .MaxTerm(Quads),
        .MaxSum (Lanes)
    ) u_active_lanes (
        .terms_i(lengths),
        .sum_o  (active_lanes)
    );
    for (genvar c = 0; c < Quads; c++) begin : gen_in_use
      assign in_use[c] = active_lanes[c*QuadLanes];
    end
    assign unused_active_lanes = ^active_lanes;

    always_comb begin
      cycles_o = '0;
      skip_only = 1'b0;
      for (int unsigned c = 1; c <= Quads; c++) begin
        if (in_use[c-1] && (c == Quads || !in_use[c%Quads])) begin
          cycles_o |= CycleBits'(c);
        end
        // Never more cycles than active quads.
        skip_only |= in_use[c-1] && active_quads == CycleBits'(c);
      end
    end

    // The lanes in surplus, in (position, quad) order: bit k of `present` if there are more than k,
    // and of field b of `quads` and `positions` bit b of where the k-th comes from. Zero if
    // skipping is enough. Step o adds what o cycles leave over if that is the true number.
    for (genvar o = 0; o < Quads; o++) begin : gen_candidate
      logic [             MaxSurplus-1:0] present;
      logic [    QuadBits*MaxSurplus-1:0] quads;
      logic [PositionBits*MaxSurplus-1:0] positions;
      if (o == 0) begin : gen_none
        assign present = '0;
        assign quads = '0;
        assign positions = '0;
      end else begin : gen_some
        // As many lanes as fit o cycles leave most over if they crowd into few positions.
        localparam int unsigned Crowded = QuadLanes * o / Quads;
        localparam int unsigned Rest = QuadLanes * o % Quads;
        localparam int unsigned Most = Crowded * (Quads - o) + (Rest > o ? Rest - o : 0);

        localparam int unsigned MaxTerm = Quads - o < Most ? Quads - o : Most;

        logic [QuadLanes*MaxTerm-1:0] surplus;
        logic [   QuadLanes*Most-1:0] surplus_to;  // field n: of positions 0 to n
        logic [             Most-1:0] first;
        logic [    QuadBits*Most-1:0] own_quads;
        logic [PositionBits*Most-1:0] own_positions;
        logic                         is_true;

        for (genvar n = 0; n < QuadLanes; n++) begin : gen_surplus
          assign surplus[n*MaxTerm+:MaxTerm] = lengths[n*Quads+o+:MaxTerm];
        end
        unary_prefix #(
            .Terms  (QuadLanes),
            .MaxTerm(MaxTerm),
            .MaxSum (Most)
        ) u_surplus_to (
            .terms_i(surplus),
            .sums_o (surplus_to)
        );

        always_comb begin
          own_quads = '0;
          first = Most'(1);
          for (int unsigned n = 0; n < QuadLanes; n++) begin
            // Bit k of `first`: positions before n have k lanes in surplus.
            if (n > 0) begin
              first = ~surplus_to[(n+QuadLanes-1)%QuadLanes*Most+:Most] &
                  ((surplus_to[(n+QuadLanes-1)%QuadLanes*Most+:Most] << 1) | Most'(1));
            end
            for (int unsigned b = 0; b < QuadBits; b++) begin
              for (int unsigned k = 0; k < Most; k++) begin
                if ((n > 0 || k == 0) && first[k]) begin
                  own_quads[b*Most+:Most] |=
                      Most'(queue_quads[(n*QuadBits+b)*Quads+o+:Quads-o]) << k;
                end
              end
            end
          end
          // Bit b of positions is set in runs of 2^b from each odd multiple of 2^b.
          own_positions = '0;
          for (int unsigned b = 0; b < PositionBits; b++) begin
            for (int unsigned n = 1 << b; n < QuadLanes; n += 2 << b) begin
              own_positions[b*Most+:Most] |= ~surplus_to[(n-1)*Most+:Most] &
                  surplus_to[(n-1+(1<<b))*Most+:Most];
            end
          end
        end

        assign is_true = in_use[o-1] && !in_use[o] && active_quads != CycleBits'(o);
        assign present = gen_candidate[o-1].present |
            (is_true ? MaxSurplus'(surplus_to[(QuadLanes-1)*Most+:Most]) : '0);
        for (genvar b = 0; b < QuadBits; b++) begin : gen_quad
          assign quads[b*MaxSurplus+:MaxSurplus] =
              gen_candidate[o-1].quads[b*MaxSurplus+:MaxSurplus] |
              (is_true ? MaxSurplus'(own_quads[b*Most+:Most]) : '0);
        end
        for (genvar b = 0; b < PositionBits; b++) begin : gen_position
          assign positions[b*MaxSurplus+:MaxSurplus] =
              gen_candidate[o-1].positions[b*MaxSurplus+:MaxSurplus] |
              (is_true ? MaxSurplus'(own_positions[b*Most+:Most]) : '0);
        end
      end
    end

    // The slots: a position issues its own queue, then takes lanes in surplus. The k-th slot with
    // nothing of its own takes the k-th lane.
    for (genvar c = 0; c < Quads; c++) begin : gen_cycle
      logic [             QuadLanes-1:0] own;
      logic [             QuadLanes-1:0] borrows;
      logic [    QuadLanes*QuadBits-1:0] quads;
      logic [QuadLanes*PositionBits-1:0] positions;

      for (genvar n = 0; n < QuadLanes; n++) begin : gen_own
        assign own[n] = lengths[n*Quads+c];
      end

      if (c == Quads - 1) begin : gen_last
        assign borrows = '0;
        assign quads = '0;
        assign positions = '0;
      end else begin : gen_earlier
        // The most lanes in surplus when the instruction takes more than c cycles.
        localparam int unsigned Worst = c < Quads / 2 ? Quads / 2 : c + 1;
        localparam int unsigned Crowded = QuadLanes * Worst / Quads;
        localparam int unsigned Rest = QuadLanes * Worst % Quads;
        localparam int unsigned Most =
            Crowded * (Quads - Worst) + (Rest > Worst ? Rest - Worst : 0);
        localparam int unsigned MostBefore = c * QuadLanes < Most ? c * QuadLanes : Most;
        localparam int unsigned MostHere = QuadLanes < Most ? QuadLanes : Most;

        logic [              Most-1:0] idle_before;  // in earlier cycles
        logic [QuadLanes*MostHere-1:0] idle_to;  // in this one, field n: to position n
        logic                          unused_idle_to;

        if (c == 0) begin : gen_first
          assign idle_before = '0;
        end else begin : gen_later
          localparam int unsigned MaxTerm = c < Most ? c : Most;
          logic [QuadLanes*MaxTerm-1:0] idle;
          logic [       MostBefore-1:0] sum;
          for (genvar n = 0; n < QuadLanes; n++) begin : gen_idle
            for (genvar i = 0; i < MaxTerm; i++) begin : gen_bit
              assign idle[n*MaxTerm+i] = !lengths[n*Quads+c-1-i];
            end
          end
          unary_sum #(
              .Terms  (QuadLanes),
              .MaxTerm(MaxTerm),
              .MaxSum (MostBefore)
          ) u_idle_before (
              .terms_i(idle),
              .sum_o  (sum)
          );
          assign idle_before = Most'(sum);
        end
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
          assign borrows[n] = (takes & gen_candidate[Quads-1].present[Most-1:0]) != '0;
          for (genvar b = 0; b < QuadBits; b++) begin : gen_quad
            assign quads[n*QuadBits+b] =
                (takes & gen_candidate[Quads-1].quads[b*MaxSurplus+:Most]) != '0;
          end
          for (genvar b = 0; b < PositionBits; b++) begin : gen_bit
            assign positions[n*PositionBits+b] =
                (takes & gen_candidate[Quads-1].positions[b*MaxSurplus+:Most]) != '0;
          end
        end
      end

      for (genvar n = 0; n < QuadLanes; n++) begin : gen_slot
        localparam int unsigned Slot = c * QuadLanes + n;
        logic [QuadBits-1:0] own_quad;
        for (genvar b = 0; b < QuadBits; b++) begin : gen_bit
          assign own_quad[b] = queue_quads[(n*QuadBits+b)*Quads+c];
        end
        assign enable_o[Slot] = skip_only ? skip_enable[Slot] : borrows[n] || own[n] && in_use[c];
        assign quad_o[Slot*QuadBits+:QuadBits] = quads[n*QuadBits+:QuadBits] |
            (skip_only ? skip_quad[Slot*QuadBits+:QuadBits] : own_quad);
        assign position_o[Slot*PositionBits+:PositionBits] =
            skip_only || own[n] ? skip_position[Slot*PositionBits+:PositionBits] :
                                  positions[n*PositionBits+:PositionBits];
      end
    end
  end

endmodule
