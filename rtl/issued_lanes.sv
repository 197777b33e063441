// SPDX-License-Identifier: Apache-2.0
// The lanes whose operands a policy fetches: all lanes of the quads that it issues (ISCA'13
// sections 3.1, 4.1 and 4.2).
module issued_lanes #(
    /// Lanes of the warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad, which one cycle of the ALU takes: 2, 4, 8, 16 or 32, at most Lanes.
    parameter int unsigned QuadLanes = 4,
    /// Derived: quads of the warp.
    localparam int unsigned Quads = Lanes / QuadLanes
) (
    /// The execution mask.
    input  logic [Lanes-1:0]      mask_i,
    /// The policy that compacts the instruction.
    input  lanefold_pkg::policy_t policy_i,
    /// Whole quads, none for an empty mask.
    output logic [Lanes-1:0]      issued_o
);
  if (!lanefold_pkg::legal_quads(Lanes, QuadLanes)) begin : gen_illegal
    $fatal(1, "issued_lanes: no quads of %0d lanes in a warp of %0d", QuadLanes, Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned Half = Lanes / 2;
  localparam bit HasHalves = Lanes >= 16 && Quads % 2 == 0;

  logic [Quads-1:0] active;  // quads with active lanes
  logic [1:0]       halves;  // of the warp

  for (genvar quad = 0; quad < Quads; quad++) begin : gen_quad
    assign active[quad] = |mask_i[quad*QuadLanes +: QuadLanes];
  end
  assign halves = HasHalves ? {|mask_i[Lanes-1:Half], |mask_i[Half-1:0]} : {2{|mask_i}};

  for (genvar quad = 0; quad < Quads; quad++) begin : gen_issued
    logic issued;

    always_comb begin
      unique case (policy_i)
        lanefold_pkg::POLICY_NONE: issued = |mask_i;
        lanefold_pkg::POLICY_IVB:  issued = halves[quad * 2 / Quads];
        default:                   issued = active[quad];
      endcase
    end

    assign issued_o[quad*QuadLanes +: QuadLanes] = {QuadLanes{issued}};
  end
endmodule
