// SPDX-License-Identifier: Apache-2.0
// A policy of one's own behind the ports of bcc_control: an odd quad shares the cycle of the quad
// below it if the active lanes of both need different ALU positions.
module pair_quads #(
    parameter int unsigned Lanes = 16,
    parameter int unsigned QuadLanes = 4,
    localparam int unsigned Quads = Lanes / QuadLanes,
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    localparam int unsigned PositionBits = $clog2(QuadLanes),
    localparam int unsigned CycleBits = $clog2(Quads + 1)
) (
    input  logic [Lanes-1:0]              mask_i,
    output logic [CycleBits-1:0]          cycles_o,
    output logic [Lanes-1:0]              enable_o,
    output logic [Lanes*QuadBits-1:0]     quad_o,
    output logic [Lanes*PositionBits-1:0] position_o
);

  int unsigned cycle;
  logic [QuadLanes-1:0] below;
  logic [QuadLanes-1:0] active;

  always_comb begin
    cycle = 0;
    below = '0;
    enable_o = '0;
    quad_o = '0;
    position_o = '0;
    for (int unsigned q = 0; q < Quads; q++) begin
      active = mask_i[q*QuadLanes+:QuadLanes];
      if (q % 2 == 1 && below != '0 && active != '0 && (below & active) == '0) cycle--;
      for (int unsigned p = 0; p < QuadLanes; p++) begin
        if (active[p]) begin
          enable_o[cycle*QuadLanes+p] = 1'b1;
          quad_o[(cycle*QuadLanes+p)*QuadBits+:QuadBits] = QuadBits'(q);
          position_o[(cycle*QuadLanes+p)*PositionBits+:PositionBits] = PositionBits'(p);
        end
      end
      if (active != '0) cycle++;
      below = active;
    end
    cycles_o = CycleBits'(cycle);
  end

endmodule
