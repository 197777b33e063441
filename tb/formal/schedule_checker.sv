// SPDX-License-Identifier: Apache-2.0
// Says which promises of a compaction schedule are broken (ISCA'13 sections 3 and 4.2). It counts
// and compares what a control block answers and computes no schedule itself.

module schedule_checker #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad, which are the ALU positions of a cycle.
    parameter int unsigned QuadLanes = 4,
    /// Cycles: 0 all quads, 1 half of them if a half is idle, 2 active quads, 3 fewest possible.
    parameter int unsigned Policy = 3,
    /// Quads of the warp; derived.
    localparam int unsigned Quads = Lanes / QuadLanes,
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    localparam int unsigned PositionBits = $clog2(QuadLanes),
    localparam int unsigned CycleBits = $clog2(Quads + 1)
) (
    /// Active lanes of the instruction.
    input  logic [Lanes-1:0]              mask_i,
    /// The answer's cycles.
    input  logic [CycleBits-1:0]          cycles_i,
    /// The answer's enables, a bit per slot.
    input  logic [Lanes-1:0]              enable_i,
    /// The quad that each slot takes a lane from.
    input  logic [Lanes*QuadBits-1:0]     quad_i,
    /// The position in that quad.
    input  logic [Lanes*PositionBits-1:0] position_i,
    /// An active lane is issued in no slot.
    output logic                          lane_lost_o,
    /// A lane is issued in more than one slot.
    output logic                          lane_repeated_o,
    /// A lane is issued that is not active.
    output logic                          inactive_issued_o,
    /// The cycles are not those of the policy.
    output logic                          cycles_wrong_o,
    /// A slot at or beyond the last cycle is enabled.
    output logic                          late_slot_o,
    /// Lanes are at foreign positions although, or in greater number than, the policy needs.
    output logic                          swizzle_wasted_o,
    /// A policy that skips whole quads mixes two quads in a cycle.
    output logic                          quads_mixed_o
);
  /// Wide enough for any count of lanes or slots, and for the sum of two.
  localparam int unsigned CountBits = $clog2(Lanes) + 2;

  // The lane that each slot issues, one-hot; nothing where the slot is disabled.
  logic [Lanes*Lanes-1:0] issues;
  for (genvar s = 0; s < Lanes; s++) begin : gen_slot
    logic [QuadBits-1:0] quad;
    logic [PositionBits-1:0] position;
    assign quad = quad_i[s*QuadBits+:QuadBits];
    assign position = position_i[s*PositionBits+:PositionBits];
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign issues[l*Lanes+s] =
          enable_i[s] && quad == QuadBits'(l / QuadLanes) &&
          position == PositionBits'(l % QuadLanes);
    end
  end

  // Per lane: the slots that issue it.
  logic [Lanes-1:0] lost, repeated, inactive;
  for (genvar l = 0; l < Lanes; l++) begin : gen_exactly_once
    logic [Lanes-1:0] slots;
    assign slots = issues[l*Lanes+:Lanes];
    assign lost[l] = mask_i[l] && slots == '0;
    assign repeated[l] = (slots & (slots - 1'b1)) != '0;
    assign inactive[l] = !mask_i[l] && slots != '0;
  end
  assign lane_lost_o = |lost;
  assign lane_repeated_o = |repeated;
  assign inactive_issued_o = |inactive;

  // What the mask asks for: lanes, quads with a lane, and idle halves.
  logic [CountBits-1:0] active_lanes, active_quads, surplus;
  logic [CountBits-1:0] queue_length;
  logic half_idle;
  always_comb begin
    active_lanes = '0;
    for (int l = 0; l < Lanes; l++) active_lanes = active_lanes + CountBits'(mask_i[l]);
    active_quads = '0;
    for (int q = 0; q < Quads; q++) begin
      active_quads = active_quads + CountBits'(|mask_i[q*QuadLanes+:QuadLanes]);
    end
    half_idle = Lanes >= 16 && Quads % 2 == 0 &&
        (mask_i[Lanes-1:Lanes/2] == '0 || mask_i[Lanes/2-1:0] == '0);
    // What the position's own slots cannot take, summed over the positions.
    surplus = '0;
    queue_length = '0;
    for (int p = 0; p < QuadLanes; p++) begin
      queue_length = '0;
      for (int q = 0; q < Quads; q++) begin
        queue_length = queue_length + CountBits'(mask_i[q*QuadLanes+p]);
      end
      if (queue_length > CountBits'(cycles_i)) begin
        surplus = surplus + queue_length - CountBits'(cycles_i);
      end
    end
  end

  logic [CountBits-1:0] capacity;
  assign capacity = CountBits'(cycles_i) * CountBits'(QuadLanes);
  if (Policy == 0) begin : gen_all_quads
    assign cycles_wrong_o = CountBits'(cycles_i) != (mask_i == '0 ? '0 : CountBits'(Quads));
  end else if (Policy == 1) begin : gen_half_skip
    assign cycles_wrong_o = CountBits'(cycles_i) !=
        (mask_i == '0 ? '0 : half_idle ? CountBits'(Quads / 2) : CountBits'(Quads));
  end else if (Policy == 2) begin : gen_active_quads
    assign cycles_wrong_o = CountBits'(cycles_i) != active_quads;
  end else begin : gen_fewest
    // Enough slots for all lanes, and with a cycle less there would not be enough.
    assign cycles_wrong_o =
        capacity < active_lanes || capacity >= active_lanes + CountBits'(QuadLanes);
  end

  logic [Lanes-1:0] late;
  for (genvar s = 0; s < Lanes; s++) begin : gen_late
    assign late[s] = enable_i[s] && cycles_i <= CycleBits'(s / QuadLanes);
  end
  assign late_slot_o = |late;

  logic [CountBits-1:0] swizzled, swizzles_needed;
  always_comb begin
    swizzled = '0;
    for (int s = 0; s < Lanes; s++) begin
      swizzled = swizzled + CountBits'(
          enable_i[s] && position_i[s*PositionBits+:PositionBits] != PositionBits'(s % QuadLanes));
    end
  end
  assign swizzles_needed = Policy < 3 || active_quads == CountBits'(cycles_i) ? '0 : surplus;
  assign swizzle_wasted_o = swizzled != swizzles_needed;

  // Two enabled slots of a cycle may differ in their quads only under a policy that swizzles.
  logic [Quads-1:0] mixed;
  for (genvar c = 0; c < Quads; c++) begin : gen_cycle
    logic [QuadLanes*Quads-1:0] takes;
    logic [Quads-1:0] touched;
    for (genvar q = 0; q < Quads; q++) begin : gen_quad
      for (genvar p = 0; p < QuadLanes; p++) begin : gen_position
        assign takes[q*QuadLanes+p] = enable_i[c*QuadLanes+p] &&
            quad_i[(c*QuadLanes+p)*QuadBits+:QuadBits] == QuadBits'(q);
      end
      assign touched[q] = |takes[q*QuadLanes+:QuadLanes];
    end
    assign mixed[c] = (touched & (touched - 1'b1)) != '0;
  end
  assign quads_mixed_o = |mixed && (Policy < 3 || active_quads == CountBits'(cycles_i));
endmodule
