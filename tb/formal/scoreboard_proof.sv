// SPDX-License-Identifier: Apache-2.0
// The scoreboard beside a record of who still has to write one register that is watched. No output
// is ever 1.

module scoreboard_proof #(
    /// Groups of registers; all registers are a power of two.
    parameter int unsigned Groups = 2,
    /// Registers of a group.
    parameter int unsigned GroupRegisters = 8,
    localparam int unsigned Registers = Groups * GroupRegisters,
    localparam int unsigned WatchBits = $clog2(Registers)
) (
    /// Clock.
    input  logic                 clk_i,
    /// Everything that the scoreboard is offered, free in every cycle.
    input  logic                 rst_ni,
    input  logic                 valid_i,
    input  logic [Registers-1:0] needs_i,
    input  logic [Registers-1:0] writes_i,
    input  logic                 memory_i,
    input  logic                 release_i,
    input  logic [Registers-1:0] release_writes_i,
    input  logic                 release_memory_i,
    /// The register that is watched, free once.
    input  logic [WatchBits-1:0] watch_i,
    /// An instruction moves on that needs the register before it is written.
    output logic                 moved_early_o,
    /// One does not although all that it needs is written.
    output logic                 kept_waiting_o,
    /// One waits for memory without need, or does not say so; or there is none.
    output logic                 cause_wrong_o,
    /// The registers do not have who still has to write.
    output logic                 marks_wrong_o
);
  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic moves, waits_for_memory;
  scoreboard #(.Groups(Groups), .GroupRegisters(GroupRegisters)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .valid_i(valid_i), .needs_i(needs_i), .writes_i(writes_i),
      .memory_i(memory_i), .release_i(release_i), .release_writes_i(release_writes_i),
      .release_memory_i(release_memory_i), .moves_o(moves), .waits_for_memory_o(waits_for_memory));

  // One register for ever.
  logic [WatchBits-1:0] watch_q, watch;
  assign watch = boot_q ? watch_i : watch_q;
  always_ff @(posedge clk_i) watch_q <= watch;

  // Whether a result, and a value of memory, are still to come for it. Who marks it while another
  // lets go of it keeps it.
  logic alu_q, memory_q, lets_go, takes;
  assign lets_go = release_i && release_writes_i[watch];
  assign takes = moves && writes_i[watch];
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      alu_q <= 1'b0;
      memory_q <= 1'b0;
    end else begin
      if (lets_go && !release_memory_i) alu_q <= 1'b0;
      if (lets_go && release_memory_i) memory_q <= 1'b0;
      if (takes && !memory_i) alu_q <= 1'b1;
      if (takes && memory_i) memory_q <= 1'b1;
    end
  end

  // The scoreboard's registers, which scripts/verification/proofs.py connects.
  (* keep *) logic [Registers-1:0] kept_alu;
  (* keep *) logic [Registers-1:0] kept_memory;

  assign moved_early_o = rst_n && moves && needs_i[watch] && (alu_q || memory_q);
  assign kept_waiting_o = rst_n && valid_i && !moves &&
      (needs_i & (kept_alu | kept_memory)) == '0;
  assign cause_wrong_o = rst_n &&
      ((valid_i && needs_i[watch] && memory_q && !waits_for_memory) ||
       (waits_for_memory && (needs_i & kept_memory) == '0) ||
       (!valid_i && (moves || waits_for_memory)));
  assign marks_wrong_o = rst_n &&
      (kept_alu[watch] != alu_q || kept_memory[watch] != memory_q);
endmodule
