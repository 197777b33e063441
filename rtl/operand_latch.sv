// SPDX-License-Identifier: Apache-2.0
// The operand latch between register file and swizzle crossbar, filled quad by quad and read as a
// whole: 512 bits in four quads at its default shape (ISCA'13 section 4.2).

module operand_latch #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes that are written together: a power of two, 2..32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Bits of one lane's operand, at least 1.
    parameter int unsigned DataWidth = 32,
    /// Derived: quads of a warp.
    localparam int unsigned Quads = Lanes / QuadLanes
) (
    /// Clock, rising edge.
    input  logic                       clk_i,
    /// The quads to capture at the next edge; the others hold. There is no reset.
    input  logic [Quads-1:0]           write_i,
    /// One operand per lane, lane 0 in the lowest bits.
    input  logic [Lanes*DataWidth-1:0] data_i,
    /// What each lane captured last.
    output logic [Lanes*DataWidth-1:0] data_o
);
  localparam int unsigned QuadWidth = QuadLanes * DataWidth;

  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes) || DataWidth < 1) begin : gen_illegal
    $fatal(1, "operand_latch: no quads of %0d lanes of %0d bits in a warp of %0d", QuadLanes,
           DataWidth, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  for (genvar quad = 0; quad < Quads; quad++) begin : gen_quad
    logic [QuadWidth-1:0] data_q;

    always_ff @(posedge clk_i) begin
      if (write_i[quad]) begin
        data_q <= data_i[quad*QuadWidth +: QuadWidth];
      end
    end

    assign data_o[quad*QuadWidth +: QuadWidth] = data_q;
  end
endmodule
