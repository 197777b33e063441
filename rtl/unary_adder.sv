// SPDX-License-Identifier: Apache-2.0
// Adds two unary numbers: bit i of a number is set if the number is greater than i.
module unary_adder #(
    /// The greatest value of the first number.
    parameter int unsigned MaxA = 4,
    /// The greatest value of the second number.
    parameter int unsigned MaxB = 4,
    /// The greatest value of the sum, at most MaxA + MaxB; greater sums saturate.
    parameter int unsigned MaxSum = 8
) (
    /// The first number.
    input  logic [MaxA-1:0]   a_i,
    /// The second number.
    input  logic [MaxB-1:0]   b_i,
    /// Their sum.
    output logic [MaxSum-1:0] sum_o
);

  if (MaxA == 0 || MaxB == 0 || MaxSum == 0 || MaxSum > MaxA + MaxB) begin : gen_illegal
    $fatal(1, "unary_adder: MaxA %0d, MaxB %0d, MaxSum %0d; valid is 1 <= MaxSum <= MaxA + MaxB",
           MaxA, MaxB, MaxSum);
    illegal_parameters u_illegal_parameters ();
  end

  // Above this merging costs less.
  localparam int unsigned MaxDirect = 4;

  if (MaxB <= MaxDirect) begin : gen_direct
    // The sum is greater than i if, for some j, b is at least j and a is greater than i - j.
    localparam int unsigned Bits = MaxA + MaxB;
    logic [Bits-1:0] sum;
    always_comb begin
      sum = Bits'(a_i);
      for (int unsigned j = 1; j <= MaxB; j++) begin
        sum |= b_i[j-1] ? (Bits'(a_i) << j) | ~({Bits{1'b1}} << j) : '0;
      end
    end
    assign sum_o = MaxSum'(sum);
  end else begin : gen_merge
    // A bitonic merge: a followed by b in reverse falls, then rises.
    localparam int unsigned Levels = $clog2(MaxA > MaxB ? MaxA : MaxB) + 1;
    localparam int unsigned Bits = 1 << Levels;
    logic [Bits-1:0] sum;
    logic [Bits-1:0] lower;  // of each pair that is put in order
    always_comb begin
      sum = Bits'(a_i);
      for (int unsigned i = 0; i < MaxB; i++) begin
        sum[Bits-1-i] = b_i[i];
      end
      for (int unsigned stride = Bits / 2; stride > 0; stride /= 2) begin
        lower = {Bits{1'b1}} / ((Bits'(1) << stride) + Bits'(1));
        sum = ((sum | sum >> stride) & lower) | (sum & sum << stride & ~lower);
      end
    end
    assign sum_o = MaxSum'(sum);
  end

endmodule
