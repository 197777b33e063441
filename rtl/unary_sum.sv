// SPDX-License-Identifier: Apache-2.0
// Adds a list of unary numbers in a tree. Bit i of a unary number is set if the number is greater
// than i.
module unary_sum #(
    /// Numbers in the list: a power of two.
    parameter int unsigned Terms = 4,
    /// The greatest value of a number, at most MaxSum.
    parameter int unsigned MaxTerm = 4,
    /// The greatest value of the sum, at most Terms * MaxTerm; greater sums saturate.
    parameter int unsigned MaxSum = 16
) (
    /// The list, MaxTerm bits each.
    input  logic [Terms*MaxTerm-1:0] terms_i,
    /// The sum of all.
    output logic [MaxSum-1:0]        sum_o
);

  if (Terms != 1 << $clog2(Terms) || MaxTerm == 0 || MaxTerm > MaxSum || MaxSum > Terms * MaxTerm)
  begin : gen_illegal
    $fatal(1, "unary_sum: Terms %0d is no power of two, or MaxTerm %0d and MaxSum %0d are not %s",
           Terms, MaxTerm, MaxSum, "1 <= MaxTerm <= MaxSum <= Terms * MaxTerm");
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned Levels = $clog2(Terms);

  // Level l holds the sums of 2^l neighbours.
  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int unsigned Max = (MaxTerm << l) < MaxSum ? MaxTerm << l : MaxSum;
    logic [(Terms>>l)*Max-1:0] sums;
    for (genvar n = 0; n < Terms >> l; n++) begin : gen_sum
      if (l == 0) begin : gen_term
        assign sums[n*Max+:Max] = terms_i[n*MaxTerm+:Max];
      end else begin : gen_add
        localparam int unsigned Half = MaxTerm << (l - 1);
        localparam int unsigned MaxHalf = Half < MaxSum ? Half : MaxSum;
        unary_adder #(
            .MaxA  (MaxHalf),
            .MaxB  (MaxHalf),
            .MaxSum(Max)
        ) u_adder (
            .a_i  (gen_level[l-1].sums[2*n*MaxHalf+:MaxHalf]),
            .b_i  (gen_level[l-1].sums[(2*n+1)*MaxHalf+:MaxHalf]),
            .sum_o(sums[n*Max+:Max])
        );
      end
    end
  end

  assign sum_o = gen_level[Levels].sums;

endmodule
