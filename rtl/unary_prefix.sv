// SPDX-License-Identifier: Apache-2.0
// Sums every beginning of a list of unary numbers, all at once. Bit i of a unary number is set if
// the number is greater than i.
module unary_prefix #(
    /// Numbers in the list.
    parameter int unsigned Terms = 4,
    /// The greatest value of a number, at most MaxSum.
    parameter int unsigned MaxTerm = 4,
    /// The greatest value of a sum, at most Terms * MaxTerm; greater sums saturate.
    parameter int unsigned MaxSum = 16
) (
    /// The list, MaxTerm bits each.
    input  logic [Terms*MaxTerm-1:0] terms_i,
    /// Sum n is that of terms 0 to n.
    output logic [Terms*MaxSum-1:0]  sums_o
);

  if (Terms == 0 || MaxTerm == 0 || MaxTerm > MaxSum || MaxSum > Terms * MaxTerm)
  begin : gen_illegal
    $fatal(1, "unary_prefix: Terms %0d, MaxTerm %0d and MaxSum %0d are not %s", Terms, MaxTerm,
           MaxSum, "1 <= MaxTerm <= MaxSum <= Terms * MaxTerm");
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned Levels = $clog2(Terms);

  // After level l, sum n is that of the last n % 2^l + 1 terms up to n.
  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    for (genvar n = 0; n < Terms; n++) begin : gen_sum
      localparam int unsigned Summed = n % (1 << l) + 1;
      localparam int unsigned Max = Summed * MaxTerm < MaxSum ? Summed * MaxTerm : MaxSum;
      logic [Max-1:0] sum;
      if (l == 0) begin : gen_term
        assign sum = terms_i[n*MaxTerm+:Max];
      end else if (((n >> (l - 1)) & 1) == 0) begin : gen_same
        assign sum = gen_level[l-1].gen_sum[n].sum;
      end else begin : gen_add
        localparam int unsigned Half = 1 << (l - 1);
        localparam int unsigned Before = n / Half * Half - 1;
        localparam int unsigned Later = (Summed - Half) * MaxTerm;
        unary_adder #(
            .MaxA  (Half * MaxTerm < MaxSum ? Half * MaxTerm : MaxSum),
            .MaxB  (Later < MaxSum ? Later : MaxSum),
            .MaxSum(Max)
        ) u_adder (
            .a_i  (gen_level[l-1].gen_sum[Before].sum),
            .b_i  (gen_level[l-1].gen_sum[n].sum),
            .sum_o(sum)
        );
      end
    end
  end

  for (genvar n = 0; n < Terms; n++) begin : gen_sums
    assign sums_o[n*MaxSum+:MaxSum] = MaxSum'(gen_level[Levels].gen_sum[n].sum);
  end

endmodule
