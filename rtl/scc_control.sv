// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression (ISCA'13 section 4.2) in one of its two architectures.
module scc_control #(
    /// Lanes of the warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad, which one cycle of the ALU takes: 2, 4, 8, 16 or 32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// 1: the paper's figure 6 literally (policy scc-fifo); 0: in parallel (policy scc).
    parameter bit Fifo = 1'b0,
    /// Derived, not to be set: quads of the warp.
    localparam int unsigned Quads = Lanes / QuadLanes,
    /// Derived: bits that number a quad.
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    /// Derived: bits that number a position in a quad.
    localparam int unsigned PositionBits = $clog2(QuadLanes),
    /// Derived: bits that count cycles.
    localparam int unsigned CycleBits = $clog2(Quads + 1)
) (
    /// The execution mask.
    input  logic [Lanes-1:0]              mask_i,
    /// Cycles that the instruction takes, 0 for an empty mask.
    output logic [CycleBits-1:0]          cycles_o,
    /// Slot s = cycle * QuadLanes + ALU position computes a lane.
    output logic [Lanes-1:0]              enable_o,
    /// The quad of the lane in each enabled slot.
    output logic [Lanes*QuadBits-1:0]     quad_o,
    /// The position of that lane in its quad.
    output logic [Lanes*PositionBits-1:0] position_o
);

  if (Fifo) begin : gen_fifo
    scc_fifo #(
        .Lanes    (Lanes),
        .QuadLanes(QuadLanes)
    ) u_scc (
        .mask_i    (mask_i),
        .cycles_o  (cycles_o),
        .enable_o  (enable_o),
        .quad_o    (quad_o),
        .position_o(position_o)
    );
  end else begin : gen_parallel
    scc_parallel #(
        .Lanes    (Lanes),
        .QuadLanes(QuadLanes)
    ) u_scc (
        .mask_i    (mask_i),
        .cycles_o  (cycles_o),
        .enable_o  (enable_o),
        .quad_o    (quad_o),
        .position_o(position_o)
    );
  end

endmodule
