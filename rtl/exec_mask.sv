// SPDX-License-Identifier: Apache-2.0
// The lanes in which an instruction executes: those that every source of masks enables (ISCA'13
// section 2).
module exec_mask #(
    /// Lanes of the warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16
) (
    /// Lanes that the dispatch of the warp filled.
    input  logic [Lanes-1:0] dispatch_i,
    /// Lanes on the current path of control flow.
    input  logic [Lanes-1:0] control_flow_i,
    /// Lanes that the instruction's predicate enables.
    input  logic [Lanes-1:0] predicate_i,
    /// Lanes in which the instruction executes.
    output logic [Lanes-1:0] active_o,
    /// No lane executes, the instruction can be skipped.
    output logic             empty_o
);

  if (!lanefold_pkg::legal_lanes(Lanes)) begin : gen_illegal
    $fatal(1, "exec_mask: Lanes is %0d, valid are 8, 16, 32 and 64", Lanes);
    illegal_parameters u_illegal_parameters ();
  end

  assign active_o = dispatch_i & control_flow_i & predicate_i;
  assign empty_o = active_o == '0;

endmodule
