// SPDX-License-Identifier: Apache-2.0
// Reads the operands of an instruction from register banks, one for each operand, row by row:
// which rows, which halves of them, and the lanes whose operands come (ISCA'13 figure 5 and
// section 4.3, option 2). The rows themselves are memories outside of it.

/// An instruction is taken on valid_i && ready_o. From the next cycle on, each bank reads one row a
/// cycle, in their order, and only those that have issued lanes. Banks of shorter operands wait for
/// the others. In the cycle in which the last row is read, the next instruction can be taken.
module register_banks #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Width of the ALU in 32-bit lanes: 4, 8 or 16, at most Lanes.
    parameter int unsigned AluWidth = 4,
    /// What a row is (figure 5): 0 two 32-bit quads, 1 the same with halves that are enabled on
    /// their own, 2 a 32-bit register of the whole warp.
    parameter int unsigned Organisation = 0,
    /// Derived: banks.
    localparam int unsigned Operands = 3,
    /// Derived: lanes of a row of 64-bit operands.
    localparam int unsigned WideLanes = Organisation == 2 ? Lanes / 2 : AluWidth,
    /// Derived: rows of a 64-bit operand of the warp.
    localparam int unsigned Rows = WideLanes < Lanes ? Lanes / WideLanes : 1,
    /// Derived: bits of the number of a row.
    localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1,
    /// Derived: halves of a row.
    localparam int unsigned Halves = 2
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Reset, active low, asynchronous.
    input  logic                        rst_ni,
    /// There is an instruction.
    input  logic                        valid_i,
    /// The banks take the instruction in this cycle.
    output logic                        ready_o,
    /// The lanes whose operands are fetched.
    input  logic [Lanes-1:0]            issued_i,
    /// The operands that the instruction has.
    input  logic [Operands-1:0]         used_i,
    /// Those of them with 64 bits; the others have 32.
    input  logic [Operands-1:0]         wide_i,
    /// What is read in this cycle is taken. Without it, everything stands still.
    input  logic                        ready_i,
    /// Per bank, a row is read.
    output logic [Operands-1:0]         read_o,
    /// Per bank the number of that row; 0 where none is read.
    output logic [Operands*RowBits-1:0] row_o,
    /// Per bank the halves of the row that are enabled, the lower one first.
    output logic [Operands*Halves-1:0]  half_o,
    /// Per bank the lanes whose operands are in what is read.
    output logic [Operands*Lanes-1:0]   lanes_o
);
  localparam int unsigned NarrowLanes = Organisation == 2 ? Lanes : 2 * AluWidth;

  if (!lanefold_pkg::legal_lanes(Lanes) || Organisation > 2 || AluWidth > Lanes ||
      (AluWidth != 4 && AluWidth != 8 && AluWidth != 16)) begin : gen_illegal
    $fatal(1, "register_banks: Lanes %0d, AluWidth %0d or Organisation %0d is out of its range",
           Lanes, AluWidth, Organisation);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Operands-1:0]             wide_d, wide_q;
  // Halves of rows that are still to be read, those of row 0 first.
  logic [Operands*Rows*Halves-1:0] left_d, left_q;
  // Those of the instruction at the input, per operand size.
  logic [Rows*Halves-1:0]          narrow_halves, wide_halves;
  logic [Operands-1:0]             more;  // than one row is left

  for (genvar row = 0; row < Rows; row++) begin : gen_row
    logic [Halves-1:0] narrow, wide;
    for (genvar half = 0; half < Halves; half++) begin : gen_half
      localparam int unsigned Wide = WideLanes / Halves;
      localparam int unsigned Narrow = NarrowLanes / Halves;
      localparam int unsigned Number = row * Halves + half;
      assign wide[half] = |issued_i[Number*Wide +: Wide];
      if (Number * Narrow < Lanes) begin : gen_narrow
        assign narrow[half] = |issued_i[Number*Narrow +: Narrow];
      end else begin : gen_beyond
        assign narrow[half] = 1'b0;
      end
    end
    assign wide_halves[row*Halves +: Halves] = Organisation == 1 ? wide : {Halves{|wide}};
    assign narrow_halves[row*Halves +: Halves] = Organisation == 1 ? narrow : {Halves{|narrow}};
  end

  for (genvar bank = 0; bank < Operands; bank++) begin : gen_bank
    logic [Rows*Halves-1:0] left, now;
    logic [Rows-1:0]        rows, first;
    logic [RowBits-1:0]     number;
    logic [Halves-1:0]      halves;

    assign left = left_q[bank*Rows*Halves +: Rows*Halves];
    for (genvar row = 0; row < Rows; row++) begin : gen_of_row
      assign rows[row] = |left[row*Halves +: Halves];
      assign now[row*Halves +: Halves] = {Halves{first[row]}} & left[row*Halves +: Halves];
    end
    assign first = rows & (~rows + Rows'(1));  // the lowest
    assign more[bank] = (rows & ~first) != '0;

    always_comb begin
      number = '0;
      halves = '0;
      for (int unsigned row = 0; row < Rows; row++) begin
        number |= {RowBits{first[row]}} & RowBits'(row);
        halves |= now[row*Halves +: Halves];
      end
    end

    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
      assign lanes_o[bank*Lanes+lane] =
          wide_q[bank] ? now[lane*Halves/WideLanes] : now[lane*Halves/NarrowLanes];
    end
    assign read_o[bank] = rows != '0;
    assign row_o[bank*RowBits +: RowBits] = number;
    assign half_o[bank*Halves +: Halves] = halves;

    always_comb begin
      left_d[bank*Rows*Halves +: Rows*Halves] = left;
      if (valid_i && ready_o) begin
        left_d[bank*Rows*Halves +: Rows*Halves] =
            {(Rows * Halves){used_i[bank]}} & (wide_i[bank] ? wide_halves : narrow_halves);
      end else if (ready_i) begin
        left_d[bank*Rows*Halves +: Rows*Halves] = left & ~now;
      end
    end
  end

  assign ready_o = read_o == '0 || (ready_i && more == '0);
  assign wide_d = valid_i && ready_o ? wide_i : wide_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
    end else begin
      left_q <= left_d;
    end
  end

  // Of meaning only while a row is left: no reset.
  always_ff @(posedge clk_i) begin
    wide_q <= wide_d;
  end

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_HOLDS(RowHolds, read_o != '0, ready_i, {read_o, row_o, half_o, lanes_o})
  `LANEFOLD_ASSERT(RowsAreReadByHalves,
                   read_o == {|half_o[2*Halves +: Halves], |half_o[Halves +: Halves],
                              |half_o[0 +: Halves]})
  `LANEFOLD_COVER(ReadsTheLowerHalfAlone, half_o[0 +: Halves] == Halves'(1))
  `LANEFOLD_COVER(ReadsTheUpperHalfAlone, half_o[0 +: Halves] == Halves'(2))
  `LANEFOLD_COVER(ReadsBothHalves, half_o[0 +: Halves] == Halves'(3))
  // Of the same instruction, a cycle ago.
  `LANEFOLD_WAS(took_q, valid_i && ready_o, 1'b1)
  `LANEFOLD_WAS(read_q, read_o, '0)
  `LANEFOLD_COVER(BanksWaitForLongerOperands,
                  !took_q && read_o != '0 && read_o == (read_q & wide_q) && read_q != read_o)
  `LANEFOLD_COVER(TakesTheNextWithTheLastRow, valid_i && ready_o && read_o != '0)
  `LANEFOLD_COVER(StallsAtTheLastRow, read_o != '0 && more == '0 && !ready_i)
  `LANEFOLD_COVER(StallsBeforeTheLastRow, more != '0 && !ready_i)
  `LANEFOLD_COVER(TakesOneWithoutOperands, valid_i && ready_o && used_i == '0)
`endif
endmodule
