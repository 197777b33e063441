// SPDX-License-Identifier: Apache-2.0
// The sequencer beside a record of the instruction that it is working on: which lanes are left to
// issue and how many micro-ops are to come. After the first cycle, which resets, no output is ever
// 1. `kept_wrong_o` relates the registers to the record; with it the rest is inductive.

module sequencer_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// ALU width in 32-bit lanes.
    parameter int unsigned AluWidth = 4,
    /// The circuit that serves SCC.
    parameter bit SccFifo = 0,
    /// As the sequencer derives them.
    localparam int unsigned MaxPositions = 2 * AluWidth < Lanes ? 2 * AluWidth : Lanes,
    localparam int unsigned MaxQuads = AluWidth / 2 < Lanes ? Lanes / (AluWidth / 2) : 1,
    localparam int unsigned MaxQuadBits = MaxQuads > 1 ? $clog2(MaxQuads) : 1,
    localparam int unsigned MaxPositionBits = $clog2(MaxPositions),
    localparam int unsigned CycleBits = $clog2(MaxQuads + 1),
    localparam int unsigned LaneBits = $clog2(Lanes)
) (
    /// Clock.
    input  logic             clk_i,
    /// Everything else that the sequencer is offered, free in every cycle.
    input  logic             rst_ni,
    input  logic             valid_i,
    input  logic [Lanes-1:0] mask_i,
    input  logic [1:0]       policy_i,
    input  logic [1:0]       operand_i,
    input  logic             ready_i,
    /// A micro-op is offered without an instruction that needs it, or missing.
    output logic             micro_op_count_wrong_o,
    /// Ready is not "idle, or the last micro-op leaves".
    output logic             ready_wrong_o,
    /// The flags of the first and the last micro-op are wrong.
    output logic             flags_wrong_o,
    /// A micro-op issues a lane that is inactive, was issued before, or is there twice.
    output logic             lane_wrong_o,
    /// After the last micro-op an active lane is missing.
    output logic             lane_lost_o,
    /// A micro-op that was not taken changes or goes.
    output logic             unstable_o,
    /// The kept schedule is not exactly the lanes that are still to be issued.
    output logic             kept_wrong_o
);
  localparam int unsigned CountBits = LaneBits + 2;

  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic ready, valid, first, last;
  logic [MaxPositions-1:0] enable;
  logic [MaxPositions*MaxQuadBits-1:0] quad;
  logic [MaxPositions*MaxPositionBits-1:0] position;
  compaction_sequencer #(.Lanes(Lanes), .AluWidth(AluWidth), .SccFifo(SccFifo)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .valid_i(valid_i), .ready_o(ready), .mask_i(mask_i),
      .policy_i(policy_i), .operand_i(operand_i), .valid_o(valid), .ready_i(ready_i),
      .first_o(first), .last_o(last), .enable_o(enable), .quad_o(quad), .position_o(position));

  // The registers inside; scripts/prove connects them.
  (* keep *) logic [CycleBits-1:0] kept_cycles;
  (* keep *) logic [1:0] kept_operand;
  (* keep *) logic [Lanes-1:0] kept_enable;
  (* keep *) logic [Lanes*MaxQuadBits-1:0] kept_quad;
  (* keep *) logic [Lanes*MaxPositionBits-1:0] kept_position;

  // The record: micro-ops to come, whether none has left, operand size, lanes not yet issued.
  logic [CountBits-1:0] to_come_q;
  logic fresh_q;
  logic [1:0] operand_q;
  logic [Lanes-1:0] left_q;

  // Binary logarithm of the lanes of a quad, by operand size.
  function automatic logic [2:0] quad_log(input logic [1:0] operand);
    quad_log = operand == 2'd1 ? 3'($clog2(MaxPositions))
             : operand == 2'd2 ? 3'($clog2(AluWidth / 2))
             : 3'($clog2(AluWidth));
  endfunction

  // The micro-ops that the offered instruction will need.
  logic [CountBits-1:0] lanes, quads, all, half, needed;
  logic [2:0] log;
  logic [Lanes-1:0] folded;
  logic half_idle;
  always_comb begin
    log = quad_log(operand_i);
    lanes = '0;
    for (int l = 0; l < Lanes; l++) lanes = lanes + CountBits'(mask_i[l]);
    // The lowest lane of a quad gathers the activity of its quad.
    folded = mask_i | mask_i >> 1;
    if (log > 3'd1) folded = folded | folded >> 2;
    if (log > 3'd2) folded = folded | folded >> 4;
    if (log > 3'd3) folded = folded | folded >> 8;
    if (log > 3'd4) folded = folded | folded >> 16;
    quads = '0;
    for (int l = 0; l < Lanes; l++) begin
      if ((LaneBits'(l) >> log) << log == LaneBits'(l)) quads = quads + CountBits'(folded[l]);
    end
    all = CountBits'(Lanes) >> log;
    half = CountBits'(Lanes / 2) >> log;
    half_idle = Lanes >= 16 && half != '0 &&
        (mask_i[Lanes-1:Lanes/2] == '0 || mask_i[Lanes/2-1:0] == '0);
    needed = policy_i == 2'd3 ? (lanes + (CountBits'(1) << log) - CountBits'(1)) >> log
           : policy_i == 2'd2 ? quads
           : policy_i == 2'd1 && half_idle ? half
           : all;
    if (mask_i == '0) needed = '0;
  end

  // The lanes of the offered micro-op.
  logic [2:0] kept_log;
  assign kept_log = quad_log(operand_q);
  logic [Lanes-1:0] issuing, issued_twice;
  logic [MaxPositions-1:0] beyond_quad;
  for (genvar l = 0; l < Lanes; l++) begin : gen_issuing
    logic [MaxPositions-1:0] at;
    for (genvar p = 0; p < MaxPositions; p++) begin : gen_at
      assign at[p] = enable[p] && LaneBits'(l) ==
          ((LaneBits'(quad[p*MaxQuadBits+:MaxQuadBits]) << kept_log) |
           LaneBits'(position[p*MaxPositionBits+:MaxPositionBits]));
    end
    assign issuing[l] = |at;
    assign issued_twice[l] = (at & (at - 1'b1)) != '0;
  end
  for (genvar p = 0; p < MaxPositions; p++) begin : gen_beyond
    assign beyond_quad[p] = enable[p] && (CountBits'(p) >> kept_log != '0 ||
        CountBits'(position[p*MaxPositionBits+:MaxPositionBits]) >> kept_log != '0);
  end

  // How the record goes on.
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      to_come_q <= '0;
      left_q <= '0;
    end else if (valid_i && ready) begin
      to_come_q <= needed;
      fresh_q <= 1'b1;
      operand_q <= operand_i;
      left_q <= mask_i;
    end else if (valid && ready_i) begin
      to_come_q <= to_come_q - 1'b1;
      fresh_q <= 1'b0;
      left_q <= left_q & ~issuing;
    end
  end

  // What was offered and not taken.
  logic waited_q, first_was_q, last_was_q;
  logic [MaxPositions-1:0] enable_was_q;
  logic [MaxPositions*MaxQuadBits-1:0] quad_was_q;
  logic [MaxPositions*MaxPositionBits-1:0] position_was_q;
  always_ff @(posedge clk_i) begin
    waited_q <= rst_n && valid && !ready_i;
    first_was_q <= first;
    last_was_q <= last;
    enable_was_q <= enable;
    quad_was_q <= quad;
    position_was_q <= position;
  end

  // The kept schedule, slot by slot.
  logic [Lanes-1:0] kept_lost, kept_late;
  for (genvar l = 0; l < Lanes; l++) begin : gen_kept
    logic [Lanes-1:0] slots;
    for (genvar s = 0; s < Lanes; s++) begin : gen_slot
      assign slots[s] = kept_enable[s] && LaneBits'(l) ==
          ((LaneBits'(kept_quad[s*MaxQuadBits+:MaxQuadBits]) << kept_log) |
           LaneBits'(kept_position[s*MaxPositionBits+:MaxPositionBits]));
    end
    assign kept_lost[l] = |slots != left_q[l] || (slots & (slots - 1'b1)) != '0;
    assign kept_late[l] = kept_enable[l] && (CountBits'(l) >> kept_log >= CountBits'(kept_cycles) ||
        CountBits'(kept_position[l*MaxPositionBits+:MaxPositionBits]) >> kept_log != '0 ||
        CountBits'(kept_quad[l*MaxQuadBits+:MaxQuadBits]) >= CountBits'(Lanes) >> kept_log);
  end

  logic checked;
  assign checked = !boot_q && rst_ni;
  assign micro_op_count_wrong_o = checked && valid != (to_come_q != '0);
  assign ready_wrong_o = checked && ready != (!valid || (last && ready_i));
  assign flags_wrong_o =
      checked && valid && (first != fresh_q || last != (to_come_q == CountBits'(1)));
  assign lane_wrong_o = checked && valid &&
      ((issuing & ~left_q) != '0 || issued_twice != '0 || beyond_quad != '0);
  assign lane_lost_o = checked && valid && last && issuing != left_q;
  assign unstable_o = checked && waited_q && (!valid || first != first_was_q ||
      last != last_was_q || enable != enable_was_q || quad != quad_was_q ||
      position != position_was_q);
  assign kept_wrong_o = checked && (CountBits'(kept_cycles) != to_come_q ||
      (to_come_q != '0 && (kept_operand != operand_q || kept_lost != '0 || kept_late != '0)));
endmodule
