// SPDX-License-Identifier: Apache-2.0
// The policy of first_fit.h for SIMD16 on an ALU of four lanes.
module first_fit (
    /// The execution mask.
    input  logic [15:0] mask_i,
    /// Cycles that the instruction takes.
    output logic [2:0]  cycles_o,
    /// The cycle of each quad; without meaning if none of its lanes is active.
    output logic [3:0][1:0] cycle_o
);

  logic [3:0][3:0] taken;  // positions, by cycle
  logic            placed;

  always_comb begin
    taken    = '0;
    cycle_o  = '0;
    cycles_o = '0;
    for (int quad = 0; quad < 4; ++quad) begin
      placed = mask_i[quad*4+:4] == '0;
      for (int cycle = 0; cycle < 4; ++cycle) begin
        if (!placed && (taken[cycle] & mask_i[quad*4+:4]) == '0) begin
          taken[cycle]  = taken[cycle] | mask_i[quad*4+:4];
          cycle_o[quad] = 2'(cycle);
          if (cycles_o <= 3'(cycle)) cycles_o = 3'(cycle) + 3'd1;
          placed = 1'b1;
        end
      end
    end
  end

endmodule
