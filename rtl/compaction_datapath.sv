// SPDX-License-Identifier: Apache-2.0
// The compaction path of one ALU pipe as a whole: execution mask, sequencer with the control of
// every policy, register banks, operand latches, swizzle crossbars, and behind the ALU unswizzle
// (ISCA'13 sections 2.2, 4.1 and 4.2). The ALU and the rows of the banks are outside of it.

/// An instruction is taken on valid_i && ready_o. From the next cycle on, its rows are read, one a
/// cycle, and its micro-ops stand at the sequencer one after the other, each for interval_i cycles;
/// the last one leaves when the last row has been read. So an instruction takes its micro-ops times
/// interval_i, or its rows if there are more, and the next one is taken in the last of these
/// cycles. After that, a micro-op is in a register before the crossbars, in one before the ALU, and
/// in one behind it: its results leave on valid_o && ready_i. Without ready_i, all of this stands
/// still. An instruction without active lanes is taken and leaves no trace.
///
/// Rows of the whole warp hold half of it if operands have 64 bits. Micro-ops take lanes of both,
/// so they wait for one cycle more before the crossbars, and instructions take turns in two latches
/// per operand.
module compaction_datapath #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Width of the ALU in 32-bit lanes: 4, 8 or 16, at most Lanes.
    parameter int unsigned AluWidth = 4,
    /// What a row of the banks is: 0, 1 or 2 as in register_banks. Only with 2, whose rows are of
    /// the whole warp, may instructions have POLICY_SCC.
    parameter int unsigned Organisation = 0,
    /// Bits of an operand: 64, of which 32-bit operands take the lower half, or 1 to 32.
    parameter int unsigned DataWidth = 64,
    /// Bits by which instructions are told apart, at least 1.
    parameter int unsigned TagBits = 8,
    /// Derived: operands of an instruction.
    localparam int unsigned Operands = 3,
    /// Derived: rows of an operand of the warp with the most bits.
    localparam int unsigned Rows = Organisation == 2 ? 2 : Lanes / AluWidth,
    /// Derived: bits of the number of a row.
    localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1,
    /// Derived: halves of a row.
    localparam int unsigned Halves = 2,
    /// Derived: bits that count the cycles of a micro-op.
    localparam int unsigned IntervalBits = 7,
    /// Derived: operands that an instruction can have in its lanes.
    localparam int unsigned Words = Operands * Lanes,
    /// Derived: ALU positions, as many as 16-bit operands can use.
    localparam int unsigned MaxPositions = 2 * AluWidth < Lanes ? 2 * AluWidth : Lanes,
    /// Derived: bits of the number of a lane.
    localparam int unsigned LaneBits = $clog2(Lanes)
) (
    /// Clock, rising edge.
    input  logic                              clk_i,
    /// Reset, active low, asynchronous.
    input  logic                              rst_ni,
    /// There is an instruction.
    input  logic                              valid_i,
    /// It is taken in this cycle.
    output logic                              ready_o,
    /// Lanes that the dispatch of the warp filled.
    input  logic [Lanes-1:0]                  dispatch_i,
    /// Lanes on the current path of control flow.
    input  logic [Lanes-1:0]                  control_flow_i,
    /// Lanes that the instruction's predicate enables.
    input  logic [Lanes-1:0]                  predicate_i,
    /// The policy that compacts the instruction.
    input  lanefold_pkg::policy_t             policy_i,
    /// The size of its operands in the ALU.
    input  lanefold_pkg::operand_t            operand_i,
    /// The operands that it reads.
    input  logic [Operands-1:0]               used_i,
    /// Those of them with 64 bits in the banks, none with OPERAND_16 or a DataWidth below 64; the
    /// others have 32.
    input  logic [Operands-1:0]               wide_i,
    /// Cycles that the ALU takes for each of its micro-ops, 1 to 64.
    input  logic [IntervalBits-1:0]           interval_i,
    /// What tells it apart from others.
    input  logic [TagBits-1:0]                tag_i,
    /// Per bank, a row is read.
    output logic [Operands-1:0]               read_o,
    /// Per bank the number of that row.
    output logic [Operands*RowBits-1:0]       row_o,
    /// Per bank the halves of the row that are enabled.
    output logic [Operands*Halves-1:0]        half_o,
    /// The instruction that reads.
    output logic [TagBits-1:0]                read_tag_o,
    /// Per bank and lane its operand in the row that is read, in the same cycle; other lanes of any
    /// value. Lane 0 of bank 0 is in the lowest bits.
    input  logic [Words*DataWidth-1:0]        row_data_i,
    /// There is a micro-op in the ALU. It goes on at the next edge without a stall.
    output logic                              alu_valid_o,
    /// Its instruction.
    output logic [TagBits-1:0]                alu_tag_o,
    /// The ALU positions that compute.
    output logic [MaxPositions-1:0]           alu_enable_o,
    /// Per ALU position the lane that it computes for; of meaning only where enabled.
    output logic [MaxPositions*LaneBits-1:0]  alu_lane_o,
    /// Per ALU position the first operand, 0 where it is not enabled.
    output logic [MaxPositions*DataWidth-1:0] alu_a_o,
    /// The second one.
    output logic [MaxPositions*DataWidth-1:0] alu_b_o,
    /// The third one.
    output logic [MaxPositions*DataWidth-1:0] alu_c_o,
    /// Per ALU position the result, in the same cycle.
    input  logic [MaxPositions*DataWidth-1:0] alu_result_i,
    /// There are results of a micro-op.
    output logic                              valid_o,
    /// They are taken in this cycle.
    input  logic                              ready_i,
    /// Their instruction.
    output logic [TagBits-1:0]                tag_o,
    /// They are the last ones of their instruction.
    output logic                              last_o,
    /// The lanes that have a result.
    output logic [Lanes-1:0]                  write_o,
    /// One result per lane, 0 where it has none.
    output logic [Lanes*DataWidth-1:0]        data_o
);
  localparam int unsigned Sizes = 3;  // of operands
  localparam int unsigned PositionBits = $clog2(MaxPositions);
  localparam int unsigned SpreadBits = LaneBits > PositionBits ? LaneBits - PositionBits : 1;
  localparam int unsigned MaxQuads = AluWidth / 2 < Lanes ? Lanes / (AluWidth / 2) : 1;
  localparam int unsigned QuadBits = MaxQuads > 1 ? $clog2(MaxQuads) : 1;
  localparam int unsigned LatchQuad = AluWidth / 2;  // the least that a bank reads
  localparam int unsigned LatchQuads = Lanes / LatchQuad;
  localparam int unsigned Buffers = Organisation == 2 && DataWidth == 64 ? 2 : 1;

  if (!lanefold_pkg::legal_lanes(Lanes) || Organisation > 2 || AluWidth > Lanes ||
      (AluWidth != 4 && AluWidth != 8 && AluWidth != 16) || (DataWidth > 32 && DataWidth != 64) ||
      DataWidth < 1 || TagBits < 1) begin : gen_illegal
    $fatal(1, "compaction_datapath: %0d lanes, ALU of %0d, organisation %0d, %0d bits, tags of %0d",
           Lanes, AluWidth, Organisation, DataWidth, TagBits);
    illegal_parameters u_illegal_parameters ();
  end

  logic advance;  // no result waits that is not taken
  assign advance = !valid_o || ready_i;

  // What the instruction that is taken is for.
  logic [Lanes-1:0]       active, issued;
  logic [Sizes*Lanes-1:0] issued_of;
  logic                   empty, unused_first;
  exec_mask #(.Lanes(Lanes)) u_exec_mask (
    .dispatch_i    (dispatch_i),
    .control_flow_i(control_flow_i),
    .predicate_i   (predicate_i),
    .active_o      (active),
    .empty_o       (empty)
  );
  for (genvar size = 0; size < Sizes; size++) begin : gen_size
    localparam int unsigned Width =
        size == 32'(lanefold_pkg::OPERAND_16) ? 2 * AluWidth :
        size == 32'(lanefold_pkg::OPERAND_64) ? AluWidth / 2 : AluWidth;
    issued_lanes #(.Lanes(Lanes), .QuadLanes(Width < Lanes ? Width : Lanes)) u_issued_lanes (
      .mask_i  (active),
      .policy_i(policy_i),
      .issued_o(issued_of[size*Lanes +: Lanes])
    );
  end
  always_comb begin
    unique case (operand_i)
      lanefold_pkg::OPERAND_16: issued = issued_of[1*Lanes +: Lanes];
      lanefold_pkg::OPERAND_64: issued = issued_of[2*Lanes +: Lanes];
      default:                  issued = issued_of[0 +: Lanes];
    endcase
  end

  // Sequencer and banks take an instruction together. The last micro-op waits for the last rows:
  // when the sequencer can take another instruction, the banks can.
  logic                                 take, banks_ready;
  logic                                 out_valid, out_leaves, out_last;
  logic [MaxPositions-1:0]              out_enable;
  logic [MaxPositions*QuadBits-1:0]     out_quad;
  logic [MaxPositions*PositionBits-1:0] out_position;
  logic [Operands*Lanes-1:0]            row_lanes;
  assign take = valid_i && ready_o;

  compaction_sequencer #(.Lanes(Lanes), .AluWidth(AluWidth)) u_sequencer (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .valid_i   (valid_i),
    .ready_o   (ready_o),
    .mask_i    (active),
    .policy_i  (policy_i),
    .operand_i (operand_i),
    .valid_o   (out_valid),
    .ready_i   (out_leaves),
    .first_o   (unused_first),
    .last_o    (out_last),
    .enable_o  (out_enable),
    .quad_o    (out_quad),
    .position_o(out_position)
  );
  register_banks #(
      .Lanes(Lanes), .AluWidth(AluWidth), .Organisation(Organisation)
  ) u_banks (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .valid_i (take),
    .ready_o (banks_ready),
    .issued_i(issued),
    .used_i  (used_i),
    .wide_i  (wide_i),
    .ready_i (advance),
    .read_o  (read_o),
    .row_o   (row_o),
    .half_o  (half_o),
    .lanes_o (row_lanes)
  );

  // Of the instruction that both have, and how long its micro-op has been out.
  lanefold_pkg::operand_t  operand_d, operand_q;
  logic [IntervalBits-1:0] interval_d, interval_q, beat_d, beat_q;
  logic [TagBits-1:0]      tag_d, tag_q;
  logic                    buffer_d, buffer_q;
  assign operand_d = take ? operand_i : operand_q;
  assign interval_d = take ? interval_i : interval_q;
  assign tag_d = take ? tag_i : tag_q;
  assign buffer_d = buffer_q ^ (Buffers == 2 && take && !empty);
  assign out_leaves = advance && beat_q + IntervalBits'(1) >= interval_q &&
      (!out_last || banks_ready);
  always_comb begin
    beat_d = beat_q;
    if (!out_valid || out_leaves) begin
      beat_d = '0;
    end else if (advance && beat_q + IntervalBits'(1) < interval_q) begin
      beat_d = beat_q + IntervalBits'(1);
    end
  end
  assign read_tag_o = tag_q;

  // The lane of each position, whatever the size of the quads, where quads of the size have it.
  logic [MaxPositions*LaneBits-1:0] out_lane;
  for (genvar to = 0; to < MaxPositions; to++) begin : gen_lane
    localparam bit InNarrow = to < AluWidth;
    localparam bit InWide = to < AluWidth / 2;
    logic [LaneBits-1:0] quad, position;
    assign quad = LaneBits'(out_quad[to*QuadBits +: QuadBits]);
    assign position = LaneBits'(out_position[to*PositionBits +: PositionBits]);
    always_comb begin
      unique case (operand_q)
        lanefold_pkg::OPERAND_16:
          out_lane[to*LaneBits +: LaneBits] = (quad << PositionBits) | position;
        lanefold_pkg::OPERAND_64:
          out_lane[to*LaneBits +: LaneBits] =
              InWide ? (quad << $clog2(AluWidth / 2)) | position : '0;
        default:
          out_lane[to*LaneBits +: LaneBits] = InNarrow ? (quad << $clog2(AluWidth)) | position : '0;
      endcase
    end
  end

  // From here on, micro-ops move by one register a cycle: first those before the crossbars.
  localparam int unsigned MicroOpBits = 2 + TagBits + MaxPositions + MaxPositions * LaneBits;
  logic [Buffers-1:0]             before_valid_d, before_valid_q;
  logic [Buffers*MicroOpBits-1:0] before_d, before_q;
  assign before_valid_d = Buffers'({before_valid_q, out_valid && out_leaves});
  assign before_d = (Buffers * MicroOpBits)'(
      {before_q, buffer_q, out_last, tag_q, out_enable, out_lane});

  logic                             at_valid, at_buffer, at_last;
  logic [TagBits-1:0]               at_tag;
  logic [MaxPositions-1:0]          at_enable;
  logic [MaxPositions*LaneBits-1:0] at_lane;
  assign at_valid = before_valid_q[Buffers-1];
  assign {at_buffer, at_last, at_tag, at_enable, at_lane} =
      before_q[(Buffers-1)*MicroOpBits +: MicroOpBits];

  // Where a lane is for circuits whose quads are all positions.
  logic [MaxPositions*SpreadBits-1:0]   at_quad, done_quad;
  logic [MaxPositions*PositionBits-1:0] at_position, done_position;
  logic [MaxPositions*LaneBits-1:0]     done_lane_q;
  for (genvar to = 0; to < MaxPositions; to++) begin : gen_place
    assign at_position[to*PositionBits +: PositionBits] = at_lane[to*LaneBits +: PositionBits];
    assign done_position[to*PositionBits +: PositionBits] =
        done_lane_q[to*LaneBits +: PositionBits];
    assign at_quad[to*SpreadBits +: SpreadBits] =
        SpreadBits'(at_lane[to*LaneBits +: LaneBits] >> PositionBits);
    assign done_quad[to*SpreadBits +: SpreadBits] =
        SpreadBits'(done_lane_q[to*LaneBits +: LaneBits] >> PositionBits);
  end

  logic [Operands*MaxPositions*DataWidth-1:0] operands_d, operands_q;
  for (genvar operand = 0; operand < Operands; operand++) begin : gen_operand
    logic [Buffers*Lanes*DataWidth-1:0] held;
    logic [Lanes*DataWidth-1:0]         chosen;
    logic [LatchQuads-1:0]              come;
    for (genvar quad = 0; quad < LatchQuads; quad++) begin : gen_quad
      assign come[quad] = advance && row_lanes[operand*Lanes+quad*LatchQuad];
    end
    for (genvar buffer = 0; buffer < Buffers; buffer++) begin : gen_buffer
      operand_latch #(
          .Lanes(Lanes), .QuadLanes(LatchQuad), .DataWidth(DataWidth)
      ) u_latch (
        .clk_i  (clk_i),
        .write_i(32'(buffer_q) == buffer ? come : '0),
        .data_i (row_data_i[operand*Lanes*DataWidth +: Lanes*DataWidth]),
        .data_o (held[buffer*Lanes*DataWidth +: Lanes*DataWidth])
      );
    end
    assign chosen = Buffers == 2 && at_buffer ? held[(Buffers-1)*Lanes*DataWidth +: Lanes*DataWidth]
                                              : held[0 +: Lanes*DataWidth];
    swizzle_crossbar #(
        .Lanes(Lanes), .QuadLanes(MaxPositions), .DataWidth(DataWidth)
    ) u_crossbar (
      .data_i    (chosen),
      .enable_i  (at_enable),
      .quad_i    (at_quad),
      .position_i(at_position),
      .data_o    (operands_d[operand*MaxPositions*DataWidth +: MaxPositions*DataWidth])
    );
  end

  // Then the one before the ALU, and the one behind it.
  logic                             alu_valid_q, alu_last_q, done_valid_q, done_last_q;
  logic [TagBits-1:0]               alu_tag_q, done_tag_q;
  logic [MaxPositions-1:0]          alu_enable_q, done_enable_q;
  logic [MaxPositions*LaneBits-1:0] alu_lane_q;
  logic [MaxPositions*DataWidth-1:0] done_result_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q <= '0;
      buffer_q <= 1'b0;
      before_valid_q <= '0;
      alu_valid_q <= 1'b0;
      done_valid_q <= 1'b0;
    end else begin
      beat_q <= beat_d;
      buffer_q <= buffer_d;
      if (advance) begin
        before_valid_q <= before_valid_d;
        alu_valid_q <= at_valid;
        done_valid_q <= alu_valid_q;
      end
    end
  end

  // Of meaning only while the instruction or the micro-op is there: no reset.
  always_ff @(posedge clk_i) begin
    operand_q <= operand_d;
    interval_q <= interval_d;
    tag_q <= tag_d;
    if (advance) begin
      before_q <= before_d;
      alu_last_q <= at_last;
      alu_tag_q <= at_tag;
      alu_enable_q <= at_enable;
      alu_lane_q <= at_lane;
      operands_q <= operands_d;
      done_last_q <= alu_last_q;
      done_tag_q <= alu_tag_q;
      done_enable_q <= alu_enable_q;
      done_lane_q <= alu_lane_q;
      done_result_q <= alu_result_i;
    end
  end

  assign alu_valid_o = alu_valid_q;
  assign alu_tag_o = alu_tag_q;
  assign alu_enable_o = alu_enable_q;
  assign alu_lane_o = alu_lane_q;
  assign {alu_c_o, alu_b_o, alu_a_o} = operands_q;

  logic [Lanes-1:0] written;
  unswizzle #(
      .Lanes(Lanes), .QuadLanes(MaxPositions), .DataWidth(DataWidth)
  ) u_unswizzle (
    .data_i    (done_result_q),
    .enable_i  (done_enable_q),
    .quad_i    (done_quad),
    .position_i(done_position),
    .write_o   (written),
    .data_o    (data_o)
  );
  assign valid_o = done_valid_q;
  assign tag_o = done_tag_q;
  assign last_o = done_last_q;
  assign write_o = written;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_HOLDS(ResultHolds, valid_o, ready_i, {tag_o, last_o, write_o, data_o})
  `LANEFOLD_ASSERT(BanksTakeWithTheSequencer, !take || banks_ready)
  `LANEFOLD_ASSERT(SccHasRowsOfTheWarp,
                   !take || policy_i != lanefold_pkg::POLICY_SCC || Organisation == 2)
  `LANEFOLD_ASSERT(ShortOperandsAreNotWide,
                   !take || wide_i == '0 ||
                   (operand_i != lanefold_pkg::OPERAND_16 && DataWidth == 64))
  `LANEFOLD_ASSERT(MicroOpTakesTime,
                   !take || (interval_i != '0 && interval_i <= IntervalBits'(64)))
  `LANEFOLD_COVER(TakesOneWithoutLanes, take && empty)
  `LANEFOLD_COVER(TakesTheNextWithTheLast, take && out_valid)
  `LANEFOLD_COVER(LastMicroOpWaitsForRows, out_valid && out_last && advance && !banks_ready)
  `LANEFOLD_COVER(MicroOpStaysInTheAlu, out_valid && advance && beat_q != '0)
  `LANEFOLD_COVER(StallsWhileRowsAreRead, !advance && read_o != '0)
  `LANEFOLD_COVER(StallsWithMicroOpsEverywhere,
                  !advance && out_valid && (&before_valid_q) && alu_valid_q)
  `LANEFOLD_COVER(StallsWithNothingBehind,
                  !advance && !out_valid && before_valid_q == '0 && !alu_valid_q)
  `LANEFOLD_COVER(UsesTheOtherLatch, at_valid && at_buffer)
`endif
endmodule
