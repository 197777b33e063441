// SPDX-License-Identifier: Apache-2.0
// The operand latch beside a record of the cycle before; no output is ever 1.

module latch_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad.
    parameter int unsigned QuadLanes = 4,
    /// Bits of a lane's data.
    parameter int unsigned DataWidth = 4,
    /// Quads of the warp; derived.
    localparam int unsigned Quads = Lanes / QuadLanes
) (
    /// Clock.
    input  logic                       clk_i,
    /// Quads to capture, free in every cycle.
    input  logic [Quads-1:0]           write_i,
    /// Operands, free in every cycle.
    input  logic [Lanes*DataWidth-1:0] data_i,
    /// A written lane does not hold what was written.
    output logic                       write_lost_o,
    /// A lane that was not written does not hold what it held.
    output logic                       hold_lost_o
);
  logic [Lanes*DataWidth-1:0] data;
  operand_latch #(.Lanes(Lanes), .QuadLanes(QuadLanes), .DataWidth(DataWidth)) u_dut (
      .clk_i(clk_i), .write_i(write_i), .data_i(data_i), .data_o(data));

  logic boot_q = 1'b1;
  logic [Quads-1:0] written_q;
  logic [Lanes*DataWidth-1:0] offered_q, held_q;
  always_ff @(posedge clk_i) begin
    boot_q <= 1'b0;
    written_q <= write_i;
    offered_q <= data_i;
    held_q <= data;
  end

  logic [Lanes-1:0] write_lost, hold_lost;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign write_lost[l] = written_q[l/QuadLanes] &&
        data[l*DataWidth+:DataWidth] != offered_q[l*DataWidth+:DataWidth];
    assign hold_lost[l] = !written_q[l/QuadLanes] &&
        data[l*DataWidth+:DataWidth] != held_q[l*DataWidth+:DataWidth];
  end
  assign write_lost_o = !boot_q && |write_lost;
  assign hold_lost_o = !boot_q && |hold_lost;
endmodule
