// SPDX-License-Identifier: Apache-2.0
// The execution mask and what it means, lane by lane; no output is ever 1.

module exec_mask_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16
) (
    /// Lanes that were launched, free.
    input  logic [Lanes-1:0] dispatch_i,
    /// Lanes on the current path, free.
    input  logic [Lanes-1:0] control_flow_i,
    /// Lanes whose predicate holds, free.
    input  logic [Lanes-1:0] predicate_i,
    /// A lane is active that one of the masks switches off.
    output logic             disabled_lane_active_o,
    /// A lane is inactive that all masks enable.
    output logic             enabled_lane_inactive_o,
    /// The flag does not say whether the mask is empty.
    output logic             empty_wrong_o
);
  logic [Lanes-1:0] active;
  logic empty;
  exec_mask #(.Lanes(Lanes)) u_dut (
      .dispatch_i(dispatch_i), .control_flow_i(control_flow_i), .predicate_i(predicate_i),
      .active_o(active), .empty_o(empty));

  logic any_enabled;
  always_comb begin
    disabled_lane_active_o = 1'b0;
    enabled_lane_inactive_o = 1'b0;
    any_enabled = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      if (!dispatch_i[l] || !control_flow_i[l] || !predicate_i[l]) begin
        if (active[l]) disabled_lane_active_o = 1'b1;
      end else begin
        any_enabled = 1'b1;
        if (!active[l]) enabled_lane_inactive_o = 1'b1;
      end
    end
  end
  assign empty_wrong_o = empty == any_enabled;
endmodule
