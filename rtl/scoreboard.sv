// SPDX-License-Identifier: Apache-2.0
// The dependence check of a hardware thread (ISCA'13 section 2.2, stage 3): an instruction moves on
// when none in flight still has to write a register that it reads or writes.

/// The answer follows from the instruction and from the marks at the last edge. Instructions that
/// move on mark what they write, and those that have written let go of it at the next edge. Marks
/// of memory are apart, so that who waits knows for what.
module scoreboard #(
    /// Groups of registers, at least 1.
    parameter int unsigned Groups = 3,
    /// Registers of a group, at least 1.
    parameter int unsigned GroupRegisters = 64
) (
    /// Clock, rising edge.
    input  logic                             clk_i,
    /// Reset, active low, asynchronous: no instruction is in flight.
    input  logic                             rst_ni,
    /// There is an instruction that could move on.
    input  logic                             valid_i,
    /// The registers that it reads or writes.
    input  logic [Groups*GroupRegisters-1:0] needs_i,
    /// Those of them that it writes.
    input  logic [Groups*GroupRegisters-1:0] writes_i,
    /// Memory gives it their values.
    input  logic                             memory_i,
    /// An instruction has written its registers. It has moved on.
    input  logic                             release_i,
    /// These registers.
    input  logic [Groups*GroupRegisters-1:0] release_writes_i,
    /// Memory gave it their values.
    input  logic                             release_memory_i,
    /// The instruction moves on at the next edge.
    output logic                             moves_o,
    /// It waits for values of memory, and perhaps for others.
    output logic                             waits_for_memory_o
);

  if (Groups < 1 || GroupRegisters < 1) begin : gen_illegal
    $fatal(1, "scoreboard: no %0d groups of %0d registers", Groups, GroupRegisters);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned Registers = Groups * GroupRegisters;

  logic [Registers-1:0] alu_d, alu_q, memory_d, memory_q, marked, released;
  assign marked = {Registers{moves_o}} & writes_i;
  assign released = {Registers{release_i}} & release_writes_i;
  assign alu_d = (alu_q & ~(released & {Registers{!release_memory_i}})) |
      (marked & {Registers{!memory_i}});
  assign memory_d = (memory_q & ~(released & {Registers{release_memory_i}})) |
      (marked & {Registers{memory_i}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      alu_q    <= '0;
      memory_q <= '0;
    end else begin
      alu_q    <= alu_d;
      memory_q <= memory_d;
    end
  end

  assign moves_o = valid_i && (needs_i & (alu_q | memory_q)) == '0;
  assign waits_for_memory_o = valid_i && (needs_i & memory_q) != '0;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_ASSERT(NoRegisterIsWrittenByTwo, (alu_q & memory_q) == '0)
  `LANEFOLD_ASSERT(WhatIsWrittenIsNeeded, !valid_i || (writes_i & ~needs_i) == '0)
  `LANEFOLD_ASSERT(WhatIsReleasedWasMarked,
                   (released & ~(release_memory_i ? memory_q : alu_q)) == '0)
  `LANEFOLD_COVER(WaitsForAResult, valid_i && !moves_o && !waits_for_memory_o)
  `LANEFOLD_COVER(WaitsForMemoryAlone, waits_for_memory_o && (needs_i & alu_q) == '0)
  `LANEFOLD_COVER(WaitsForBoth, waits_for_memory_o && (needs_i & alu_q) != '0)
  `LANEFOLD_COVER(WaitsToWriteOnly, valid_i && !moves_o &&
                  (needs_i & ~writes_i & (alu_q | memory_q)) == '0)
  `LANEFOLD_COVER(WaitsForWhatIsReleased, valid_i && !moves_o && (needs_i & released) != '0)
  `LANEFOLD_COVER(MarksWhileOthersAreReleased, moves_o && writes_i != '0 && released != '0)
  `LANEFOLD_COVER(MovesOnWithoutWriting, moves_o && writes_i == '0)
`endif
endmodule
