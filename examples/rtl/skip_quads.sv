// SPDX-License-Identifier: Apache-2.0
// The block bcc_control, as one would write it first: quads with active lanes, one after the other.
module skip_quads #(
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

  always_comb begin
    cycle = 0;
    enable_o = '0;
    quad_o = '0;
    position_o = '0;
    for (int unsigned q = 0; q < Quads; q++) begin
      if (mask_i[q*QuadLanes+:QuadLanes] != '0) begin
        enable_o[cycle*QuadLanes+:QuadLanes] = mask_i[q*QuadLanes+:QuadLanes];
        for (int unsigned p = 0; p < QuadLanes; p++) begin
          quad_o[(cycle*QuadLanes+p)*QuadBits+:QuadBits] = QuadBits'(q);
          position_o[(cycle*QuadLanes+p)*PositionBits+:PositionBits] = PositionBits'(p);
        end
        cycle++;
      end
    end
    cycles_o = CycleBits'(cycle);
  end

endmodule
