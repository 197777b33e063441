// SPDX-License-Identifier: Apache-2.0
// Appends a list of lanes to another. The lengths are unary: bit i is set if there are more than i.
// Field b of a list holds bit b of each lane, 0 after the last.
module scc_append #(
    /// The most lanes of the first list.
    parameter int unsigned MaxA = 4,
    /// The most lanes of the second list.
    parameter int unsigned MaxB = 4,
    /// The most lanes of both, at most MaxA + MaxB; there are never more.
    parameter int unsigned MaxSum = 8,
    /// Bits of a lane.
    parameter int unsigned LaneBits = 4
) (
    /// How many lanes the first list has.
    input  logic [MaxA-1:0]            a_i,
    /// Lanes of the first list, in fields of MaxA bits.
    input  logic [LaneBits*MaxA-1:0]   a_lanes_i,
    /// How many lanes the second list has.
    input  logic [MaxB-1:0]            b_i,
    /// Lanes of the second list, in fields of MaxB bits.
    input  logic [LaneBits*MaxB-1:0]   b_lanes_i,
    /// How many lanes both have.
    output logic [MaxSum-1:0]          sum_o,
    /// Which of them are those of the second list.
    output logic [MaxSum-1:0]          second_o,
    /// Their lanes, in fields of MaxSum bits.
    output logic [LaneBits*MaxSum-1:0] lanes_o
);

  if (LaneBits == 0 || MaxA == 0 || MaxB == 0 || MaxA > MaxSum || MaxB > MaxSum ||
      MaxSum > MaxA + MaxB) begin : gen_illegal
    $fatal(1, "scc_append: LaneBits %0d, MaxA %0d, MaxB %0d and MaxSum %0d are not %s", LaneBits,
           MaxA, MaxB, MaxSum, "1 <= LaneBits, 1 <= MaxA, MaxB <= MaxSum <= MaxA + MaxB");
    illegal_parameters u_illegal_parameters ();
  end

  unary_adder #(
      .MaxA  (MaxA),
      .MaxB  (MaxB),
      .MaxSum(MaxSum)
  ) u_sum (
      .a_i  (a_i),
      .b_i  (b_i),
      .sum_o(sum_o)
  );

  assign second_o = sum_o & ~(MaxSum'(a_i));

  logic [MaxA:0] exactly;
  assign exactly = {1'b0, ~a_i} & {a_i, 1'b1} | {a_i[MaxA-1], {MaxA{1'b0}}};

  always_comb begin
    for (int unsigned b = 0; b < LaneBits; b++) begin
      lanes_o[b*MaxSum+:MaxSum] = MaxSum'(a_lanes_i[b*MaxA+:MaxA]);
      for (int unsigned a = 0; a <= MaxA; a++) begin
        lanes_o[b*MaxSum+:MaxSum] |=
            exactly[a] ? MaxSum'(b_lanes_i[b*MaxB+:MaxB]) << a : '0;
      end
    end
  end

endmodule
