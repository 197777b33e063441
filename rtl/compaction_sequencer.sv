// SPDX-License-Identifier: Apache-2.0
// Turns a stream of masked instructions into micro-ops, one a cycle, under the compaction policy
// that each instruction asks for (ISCA'13 sections 4.1 and 4.2).

/// An instruction is taken on valid_i && ready_o; its schedule is computed in that cycle and kept,
/// and its first micro-op shows in the next one. A micro-op leaves on valid_o && ready_i and holds
/// until then. The last micro-op of an instruction and the next instruction share a cycle, so that
/// nothing is lost between them. An instruction without active lanes is taken, without micro-op.
module compaction_sequencer #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Width of the ALU in 32-bit lanes: 4, 8 or 16.
    parameter int unsigned AluWidth = 4,
    /// Which circuit serves POLICY_SCC: 1 `scc_fifo`, 0 `scc_parallel`.
    parameter bit          SccFifo = 0,
    /// Derived: ALU positions, as many as 16-bit operands can use.
    localparam int unsigned MaxPositions = 2 * AluWidth < Lanes ? 2 * AluWidth : Lanes,
    /// Derived: quads of a warp of 64-bit operands.
    localparam int unsigned MaxQuads = AluWidth / 2 < Lanes ? Lanes / (AluWidth / 2) : 1,
    /// Derived: bits of the number of a quad.
    localparam int unsigned MaxQuadBits = MaxQuads > 1 ? $clog2(MaxQuads) : 1,
    /// Derived: bits of the number of a position.
    localparam int unsigned MaxPositionBits = $clog2(MaxPositions)
) (
    /// Clock, rising edge.
    input  logic                                    clk_i,
    /// Reset, active low, asynchronous.
    input  logic                                    rst_ni,
    /// There is an instruction.
    input  logic                                    valid_i,
    /// The sequencer takes the instruction in this cycle.
    output logic                                    ready_o,
    /// Active lanes of the instruction.
    input  logic [Lanes-1:0]                        mask_i,
    /// The policy that compacts the instruction.
    input  lanefold_pkg::policy_t                   policy_i,
    /// The size of its operands; the encoding without a name counts as OPERAND_32.
    input  lanefold_pkg::operand_t                  operand_i,
    /// There is a micro-op.
    output logic                                    valid_o,
    /// The micro-op is taken in this cycle.
    input  logic                                    ready_i,
    /// The micro-op is the first of its instruction.
    output logic                                    first_o,
    /// The micro-op is the last of its instruction.
    output logic                                    last_o,
    /// The ALU positions that compute; none beyond the quad of the operand size.
    output logic [MaxPositions-1:0]                 enable_o,
    /// Per ALU position the quad of its lane; of meaning only where enabled.
    output logic [MaxPositions*MaxQuadBits-1:0]     quad_o,
    /// Per ALU position the position of its lane in that quad; of meaning only where enabled.
    output logic [MaxPositions*MaxPositionBits-1:0] position_o
);
  localparam int unsigned CycleBits = $clog2(MaxQuads + 1);
  localparam int unsigned OperandSizes = 3;
  localparam int unsigned QuadsWidth = Lanes * MaxQuadBits;
  localparam int unsigned PositionsWidth = Lanes * MaxPositionBits;

  if (!lanefold_pkg::legal_lanes(Lanes) ||
      (AluWidth != 4 && AluWidth != 8 && AluWidth != 16)) begin : gen_illegal
    $fatal(1, "compaction_sequencer: Lanes %0d or AluWidth %0d is out of its range", Lanes,
           AluWidth);
    illegal_parameters u_illegal_parameters ();
  end

  // What is left of an instruction, its next micro-op in the lowest slots.
  logic [CycleBits-1:0]      remaining_d, remaining_q;
  logic                      first_d, first_q;
  lanefold_pkg::operand_t    operand_d, operand_q;
  logic [Lanes-1:0]          enable_d, enable_q;
  logic [QuadsWidth-1:0]     quad_d, quad_q;
  logic [PositionsWidth-1:0] position_d, position_q;

  // Per operand size, in the order of its encoding: the schedule of the instruction at the input,
  // and what is left of the kept one after its next micro-op.
  logic [OperandSizes*CycleBits-1:0]      new_cycles;
  logic [OperandSizes*Lanes-1:0]          new_enable, next_enable;
  logic [OperandSizes*QuadsWidth-1:0]     new_quad, next_quad;
  logic [OperandSizes*PositionsWidth-1:0] new_position, next_position;
  // Per operand size: the positions that its quad has.
  logic [OperandSizes*MaxPositions-1:0]   quad_positions;

  for (genvar size = 0; size < OperandSizes; size++) begin : gen_size
    localparam int unsigned Width =
        size == 32'(lanefold_pkg::OPERAND_16) ? 2 * AluWidth :
        size == 32'(lanefold_pkg::OPERAND_64) ? AluWidth / 2 : AluWidth;
    localparam int unsigned QuadLanes = Width < Lanes ? Width : Lanes;
    localparam int unsigned Quads = Lanes / QuadLanes;
    localparam int unsigned SizeCycleBits = $clog2(Quads + 1);
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1;
    localparam int unsigned PositionBits = $clog2(QuadLanes);

    logic [SizeCycleBits-1:0]      none_cycles, ivb_cycles, bcc_cycles, scc_cycles, cycles;
    logic [Lanes-1:0]              none_enable, ivb_enable, bcc_enable, scc_enable, enable;
    logic [Lanes*QuadBits-1:0]     none_quad, ivb_quad, bcc_quad, scc_quad, quad;
    logic [Lanes*PositionBits-1:0] none_position, ivb_position, bcc_position, scc_position;
    logic [Lanes*PositionBits-1:0] position;

    none_control #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_none (
      .mask_i    (mask_i),
      .cycles_o  (none_cycles),
      .enable_o  (none_enable),
      .quad_o    (none_quad),
      .position_o(none_position)
    );
    ivb_half #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_ivb (
      .mask_i    (mask_i),
      .cycles_o  (ivb_cycles),
      .enable_o  (ivb_enable),
      .quad_o    (ivb_quad),
      .position_o(ivb_position)
    );
    bcc_control #(.Lanes(Lanes), .QuadLanes(QuadLanes)) u_bcc (
      .mask_i    (mask_i),
      .cycles_o  (bcc_cycles),
      .enable_o  (bcc_enable),
      .quad_o    (bcc_quad),
      .position_o(bcc_position)
    );
    scc_control #(.Lanes(Lanes), .QuadLanes(QuadLanes), .Fifo(SccFifo)) u_scc (
      .mask_i    (mask_i),
      .cycles_o  (scc_cycles),
      .enable_o  (scc_enable),
      .quad_o    (scc_quad),
      .position_o(scc_position)
    );

    always_comb begin
      unique case (policy_i)
        lanefold_pkg::POLICY_IVB: begin
          cycles   = ivb_cycles;
          enable   = ivb_enable;
          quad     = ivb_quad;
          position = ivb_position;
        end
        lanefold_pkg::POLICY_BCC: begin
          cycles   = bcc_cycles;
          enable   = bcc_enable;
          quad     = bcc_quad;
          position = bcc_position;
        end
        lanefold_pkg::POLICY_SCC: begin
          cycles   = scc_cycles;
          enable   = scc_enable;
          quad     = scc_quad;
          position = scc_position;
        end
        default: begin
          cycles   = none_cycles;
          enable   = none_enable;
          quad     = none_quad;
          position = none_position;
        end
      endcase
    end

    assign new_cycles[size*CycleBits +: CycleBits] = CycleBits'(cycles);
    assign new_enable[size*Lanes +: Lanes] = enable;
    for (genvar slot = 0; slot < Lanes; slot++) begin : gen_slot
      assign new_quad[size*QuadsWidth+slot*MaxQuadBits +: MaxQuadBits] =
          MaxQuadBits'(quad[slot*QuadBits +: QuadBits]);
      assign new_position[size*PositionsWidth+slot*MaxPositionBits +: MaxPositionBits] =
          MaxPositionBits'(position[slot*PositionBits +: PositionBits]);
    end

    assign next_enable[size*Lanes +: Lanes] = enable_q >> QuadLanes;
    assign next_quad[size*QuadsWidth +: QuadsWidth] = quad_q >> (QuadLanes * MaxQuadBits);
    assign next_position[size*PositionsWidth +: PositionsWidth] =
        position_q >> (QuadLanes * MaxPositionBits);
    assign quad_positions[size*MaxPositions +: MaxPositions] =
        {MaxPositions{1'b1}} >> (MaxPositions - QuadLanes);
  end

  always_comb begin
    remaining_d = remaining_q;
    first_d     = first_q;
    operand_d   = operand_q;
    enable_d    = enable_q;
    quad_d      = quad_q;
    position_d  = position_q;
    if (valid_i && ready_o) begin
      first_d   = 1'b1;
      operand_d = operand_i;
      unique case (operand_i)
        lanefold_pkg::OPERAND_16: begin
          remaining_d = new_cycles[1*CycleBits +: CycleBits];
          enable_d    = new_enable[1*Lanes +: Lanes];
          quad_d      = new_quad[1*QuadsWidth +: QuadsWidth];
          position_d  = new_position[1*PositionsWidth +: PositionsWidth];
        end
        lanefold_pkg::OPERAND_64: begin
          remaining_d = new_cycles[2*CycleBits +: CycleBits];
          enable_d    = new_enable[2*Lanes +: Lanes];
          quad_d      = new_quad[2*QuadsWidth +: QuadsWidth];
          position_d  = new_position[2*PositionsWidth +: PositionsWidth];
        end
        default: begin
          remaining_d = new_cycles[0 +: CycleBits];
          enable_d    = new_enable[0 +: Lanes];
          quad_d      = new_quad[0 +: QuadsWidth];
          position_d  = new_position[0 +: PositionsWidth];
        end
      endcase
    end else if (valid_o && ready_i) begin
      remaining_d = remaining_q - CycleBits'(1);
      first_d     = 1'b0;
      unique case (operand_q)
        lanefold_pkg::OPERAND_16: begin
          enable_d   = next_enable[1*Lanes +: Lanes];
          quad_d     = next_quad[1*QuadsWidth +: QuadsWidth];
          position_d = next_position[1*PositionsWidth +: PositionsWidth];
        end
        lanefold_pkg::OPERAND_64: begin
          enable_d   = next_enable[2*Lanes +: Lanes];
          quad_d     = next_quad[2*QuadsWidth +: QuadsWidth];
          position_d = next_position[2*PositionsWidth +: PositionsWidth];
        end
        default: begin
          enable_d   = next_enable[0 +: Lanes];
          quad_d     = next_quad[0 +: QuadsWidth];
          position_d = next_position[0 +: PositionsWidth];
        end
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      remaining_q <= '0;
    end else begin
      remaining_q <= remaining_d;
    end
  end

  // Of meaning only while a micro-op is there: no reset.
  always_ff @(posedge clk_i) begin
    first_q    <= first_d;
    operand_q  <= operand_d;
    enable_q   <= enable_d;
    quad_q     <= quad_d;
    position_q <= position_d;
  end

  always_comb begin
    unique case (operand_q)
      lanefold_pkg::OPERAND_16: enable_o = quad_positions[1*MaxPositions +: MaxPositions];
      lanefold_pkg::OPERAND_64: enable_o = quad_positions[2*MaxPositions +: MaxPositions];
      default:                  enable_o = quad_positions[0 +: MaxPositions];
    endcase
    enable_o &= enable_q[MaxPositions-1:0];
  end

  assign valid_o    = remaining_q != '0;
  assign ready_o    = !valid_o || (last_o && ready_i);
  assign first_o    = first_q;
  assign last_o     = remaining_q == CycleBits'(1);
  assign quad_o     = quad_q[MaxPositions*MaxQuadBits-1:0];
  assign position_o = position_q[MaxPositions*MaxPositionBits-1:0];

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_HOLDS(MicroOpHolds, valid_o, ready_i, {first_o, last_o, enable_o, quad_o, position_o})
  `LANEFOLD_ASSERT(MicroOpsAreOfOneWarp, remaining_q <= CycleBits'(MaxQuads))
`define LANEFOLD_TAKES(name, policy, operand) \
  `LANEFOLD_COVER(name``SomeLanes, takes && policy_i == policy && operand_i == operand && some) \
  `LANEFOLD_COVER(name``AllLanes, takes && policy_i == policy && operand_i == operand && all) \
  `LANEFOLD_COVER(name``NoLane, takes && policy_i == policy && operand_i == operand && none)
  logic takes, some, all, none;
  assign takes = valid_i && ready_o;
  assign all = &mask_i;
  assign none = mask_i == '0;
  assign some = !all && !none;
  `LANEFOLD_TAKES(None16, lanefold_pkg::POLICY_NONE, lanefold_pkg::OPERAND_16)
  `LANEFOLD_TAKES(None32, lanefold_pkg::POLICY_NONE, lanefold_pkg::OPERAND_32)
  `LANEFOLD_TAKES(None64, lanefold_pkg::POLICY_NONE, lanefold_pkg::OPERAND_64)
  `LANEFOLD_TAKES(Ivb16, lanefold_pkg::POLICY_IVB, lanefold_pkg::OPERAND_16)
  `LANEFOLD_TAKES(Ivb32, lanefold_pkg::POLICY_IVB, lanefold_pkg::OPERAND_32)
  `LANEFOLD_TAKES(Ivb64, lanefold_pkg::POLICY_IVB, lanefold_pkg::OPERAND_64)
  `LANEFOLD_TAKES(Bcc16, lanefold_pkg::POLICY_BCC, lanefold_pkg::OPERAND_16)
  `LANEFOLD_TAKES(Bcc32, lanefold_pkg::POLICY_BCC, lanefold_pkg::OPERAND_32)
  `LANEFOLD_TAKES(Bcc64, lanefold_pkg::POLICY_BCC, lanefold_pkg::OPERAND_64)
  `LANEFOLD_TAKES(Scc16, lanefold_pkg::POLICY_SCC, lanefold_pkg::OPERAND_16)
  `LANEFOLD_TAKES(Scc32, lanefold_pkg::POLICY_SCC, lanefold_pkg::OPERAND_32)
  `LANEFOLD_TAKES(Scc64, lanefold_pkg::POLICY_SCC, lanefold_pkg::OPERAND_64)
`undef LANEFOLD_TAKES
  `LANEFOLD_COVER(TakesTheNextWithTheLast, valid_i && ready_o && valid_o)
  `LANEFOLD_COVER(StallsAtTheFirst, valid_o && first_o && !last_o && !ready_i)
  `LANEFOLD_COVER(StallsInTheMiddle, valid_o && !first_o && !last_o && !ready_i)
  `LANEFOLD_COVER(StallsAtTheLast, valid_o && last_o && !ready_i)
  `LANEFOLD_COVER(IsAskedWhileItIsBusy, valid_i && !ready_o)
`endif
endmodule
