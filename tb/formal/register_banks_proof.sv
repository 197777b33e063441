// SPDX-License-Identifier: Apache-2.0
// The register banks beside a record of the lanes whose operands are still to come, for the bank
// that is watched. No output is ever 1.

module register_banks_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Width of the ALU in 32-bit lanes.
    parameter int unsigned AluWidth = 4,
    /// What a row is.
    parameter int unsigned Organisation = 0,
    /// As the banks derive it.
    localparam int unsigned Operands = 3,
    localparam int unsigned WideLanes = Organisation == 2 ? Lanes / 2 : AluWidth,
    localparam int unsigned Rows = WideLanes < Lanes ? Lanes / WideLanes : 1,
    localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1,
    localparam int unsigned Halves = 2
) (
    /// Clock.
    input  logic                clk_i,
    /// Everything that the banks are offered, free in every cycle.
    input  logic                rst_ni,
    input  logic                valid_i,
    input  logic [Lanes-1:0]    issued_i,
    input  logic [Operands-1:0] used_i,
    input  logic [Operands-1:0] wide_i,
    input  logic                ready_i,
    /// The bank that is watched, free once.
    input  logic [1:0]          watch_i,
    /// Nothing is read, although the operand of an issued lane has not come.
    output logic                operand_lost_o,
    /// A row is read in which no operand is left that is wanted.
    output logic                row_wasted_o,
    /// The lanes are not those of the row's enabled halves, or an enabled half has none that is
    /// issued where halves are enabled on their own, or one is not enabled where they are not.
    output logic                half_wrong_o,
    /// What is read in a stall is something else in the next cycle.
    output logic                row_unstable_o,
    /// The banks take an instruction before the operands of the one before, or do not although
    /// they have them.
    output logic                take_wrong_o,
    /// The registers do not have the rows that are still to be read, or what they are of.
    output logic                rows_wrong_o
);
  localparam int unsigned NarrowLanes = Organisation == 2 ? Lanes : 2 * AluWidth;

  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic                        ready;
  logic [Operands-1:0]         read;
  logic [Operands*RowBits-1:0] row;
  logic [Operands*Halves-1:0]  half;
  logic [Operands*Lanes-1:0]   lanes;
  register_banks #(.Lanes(Lanes), .AluWidth(AluWidth), .Organisation(Organisation)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .valid_i(valid_i), .ready_o(ready), .issued_i(issued_i),
      .used_i(used_i), .wide_i(wide_i), .ready_i(ready_i), .read_o(read), .row_o(row),
      .half_o(half), .lanes_o(lanes));

  // One bank for ever.
  logic [1:0] watch_q, bank;
  assign bank = boot_q ? watch_i : watch_q;
  always_ff @(posedge clk_i) watch_q <= bank;

  // Lanes of each bank whose operands are to come.
  logic [Operands*Lanes-1:0] wanted_q, left;
  logic [Operands-1:0]       wide_q;
  assign left = wanted_q & ~lanes;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      wanted_q <= '0;
    end else if (valid_i && ready) begin
      for (int b = 0; b < Operands; b++) begin
        wanted_q[b*Lanes +: Lanes] <= {Lanes{used_i[b]}} & issued_i;
      end
    end else if (ready_i) begin
      wanted_q <= left;
    end
    if (valid_i && ready) wide_q <= wide_i;
  end

  // What the watched bank shows.
  logic               reads, wide;
  logic [RowBits-1:0] number;
  logic [1:0]         halves;
  logic [Lanes-1:0]   shown, wanted;
  always_comb begin
    {reads, wide, number, halves, shown, wanted} = '0;
    for (int b = 0; b < Operands; b++) begin
      if (bank == 2'(b)) begin
        reads = read[b];
        wide = wide_q[b];
        number = row[b*RowBits +: RowBits];
        halves = half[b*Halves +: Halves];
        shown = lanes[b*Lanes +: Lanes];
        wanted = wanted_q[b*Lanes +: Lanes];
      end
    end
  end

  // Lanes of the halves of that row.
  logic [Lanes-1:0] lower, upper;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic in_row, in_upper;
    assign in_row = reads && (wide ? number == RowBits'(l / WideLanes)
                                   : number == RowBits'(l / NarrowLanes));
    assign in_upper = wide ? l % WideLanes >= WideLanes / 2 : l % NarrowLanes >= NarrowLanes / 2;
    assign lower[l] = in_row && !in_upper;
    assign upper[l] = in_row && in_upper;
  end

  // The banks' registers, which scripts/verification/proofs.py connects.
  (* keep *) logic [Operands*Rows*Halves-1:0] kept_left;
  (* keep *) logic [Operands-1:0]             kept_wide;
  // Halves with lanes that are wanted, and all halves that are to be read.
  logic [Operands*Rows*Halves-1:0] halves_wanted, halves_left;
  for (genvar b = 0; b < Operands; b++) begin : gen_rows
    for (genvar h = 0; h < Rows * Halves; h++) begin : gen_half
      logic [Lanes-1:0] of_half;
      for (genvar l = 0; l < Lanes; l++) begin : gen_of_half
        assign of_half[l] =
            wide_q[b] ? l * Halves / WideLanes == h : l * Halves / NarrowLanes == h;
      end
      assign halves_wanted[b*Rows*Halves+h] = (wanted_q[b*Lanes +: Lanes] & of_half) != '0;
      assign halves_left[b*Rows*Halves+h] = halves_wanted[b*Rows*Halves+h] ||
          (Organisation != 1 && halves_wanted[b*Rows*Halves+(h^1)]);
    end
  end

  logic was_stalled_q, reads_q;
  logic [RowBits-1:0] number_q;
  always_ff @(posedge clk_i) begin
    was_stalled_q <= rst_n && reads && !ready_i;
    reads_q <= reads;
    number_q <= number;
  end

  logic half_unwanted;
  assign half_unwanted = Organisation == 1
      ? halves != {(upper & wanted) != '0, (lower & wanted) != '0} : halves != {2{reads}};
  assign operand_lost_o = rst_n && !reads && wanted != '0;
  assign row_wasted_o = rst_n && reads && (shown & wanted) == '0;
  assign half_wrong_o = rst_n &&
      (half_unwanted || shown != (({Lanes{halves[0]}} & lower) | ({Lanes{halves[1]}} & upper)));
  assign row_unstable_o = rst_n && was_stalled_q && (reads != reads_q || number != number_q);
  assign rows_wrong_o = rst_n && (kept_left != halves_left ||
      (wanted_q != '0 && kept_wide != wide_q));
  assign take_wrong_o = rst_n && ready != (wanted_q == '0 || (ready_i && left == '0));
endmodule
