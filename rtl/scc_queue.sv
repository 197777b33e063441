// SPDX-License-Identifier: Apache-2.0
// The lanes that wait at one ALU position, quads ascending (ISCA'13 section 4.2). All counts are
// unary: bit i of a number is set if the number is greater than i.
module scc_queue #(
    /// Quads of the warp, at least 2.
    parameter int unsigned Quads = 4,
    /// Derived, not to be set: bits that number a quad.
    localparam int unsigned QuadBits = $clog2(Quads)
) (
    /// Bit q: the lane of quad q at this position is active.
    input  logic [Quads-1:0]          lanes_i,
    /// How many lanes wait.
    output logic [Quads-1:0]          length_o,
    /// Bit b of the quad of the r-th lane is bit b * Quads + r; 0 after the last.
    output logic [QuadBits*Quads-1:0] quads_o
);

  if (Quads < 2) begin : gen_illegal
    $fatal(1, "scc_queue: %0d quads need no queue, there must be at least 2", Quads);
    illegal_parameters u_illegal_parameters ();
  end

  logic [Quads*Quads-1:0] lanes_to;  // field q: in quads 0 to q

  unary_prefix #(
      .Terms  (Quads),
      .MaxTerm(1),
      .MaxSum (Quads)
  ) u_lanes_to (
      .terms_i(lanes_i),
      .sums_o (lanes_to)
  );

  always_comb begin
    quads_o = '0;
    for (int unsigned b = 0; b < QuadBits; b++) begin
      for (int unsigned q = 1; q < Quads; q++) begin
        if (((q >> b) & 1) == 1) begin
          quads_o[b*Quads+:Quads] |= lanes_to[q*Quads+:Quads] & ~lanes_to[(q-1)*Quads+:Quads];
        end
      end
    end
  end
  assign length_o = lanes_to[(Quads-1)*Quads+:Quads];

endmodule
