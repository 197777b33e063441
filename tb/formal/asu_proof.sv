// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit: what it suggests is legal, it compares what it says that it compares,
// and its search ends. No output is ever 1. The unit's registers are connected by their names.

module asu_proof #(
    /// Lanes of a warp.
    parameter int unsigned Lanes = 16,
    /// Warps of the core.
    parameter int unsigned Warps = 2,
    /// Slices that it can have.
    parameter int unsigned Entries = 8,
    /// Bits of cycles, of tasks, and of the tasks that are compared in a cycle.
    parameter int unsigned CycleBits = 4,
    parameter int unsigned TaskBits = 4,
    parameter int unsigned DigitBits = 2,
    /// As the unit derives them.
    localparam int unsigned WidthBits = $clog2(Lanes + 1),
    localparam int unsigned DepthBits = $clog2(Entries + 1)
) (
    /// Clock.
    input  logic                 clk_i,
    /// Everything that the unit is offered, free in every cycle.
    input  logic                 rst_ni,
    input  logic [1:0]           op_i,
    input  logic [1:0]           strategy_i,
    input  logic                 anneal_i,
    input  logic [CycleBits-1:0] cycles_i,
    input  logic [TaskBits-1:0]  tasks_i,
    /// No lanes, or more than a warp has.
    output logic                 width_illegal_o,
    /// The table has no room for slices of the width.
    output logic                 capacity_exceeded_o,
    /// No slice runs, or more than there are.
    output logic                 depth_illegal_o,
    /// What is kept as the best, or as what was above it, is not legal.
    output logic                 best_illegal_o,
    /// The registers are as they cannot be: a stride of none or above half, a turn of a dimension
    /// that is not searched.
    output logic                 search_wrong_o,
    /// What gains is not what took fewer cycles a task.
    output logic                 comparison_wrong_o,
    /// The interval to compare with is replaced by one that is not better.
    output logic                 best_worse_o,
    /// More intervals follow a gain, without another, than two for each dimension and stride.
    output logic                 search_too_long_o,
    /// An answer takes longer than the comparison and a look at each neighbour of each stride.
    output logic                 answer_late_o,
    /// The configuration changes before the answer.
    output logic                 answer_unstable_o,
    /// What is converged changes without another launch.
    output logic                 converged_lost_o,
    /// After a reset, warps are not whole, or the search does not begin anew.
    output logic                 reset_wrong_o
);
  localparam int unsigned Digits = TaskBits / DigitBits;
  localparam int unsigned CountBits = Digits > 1 ? $clog2(Digits) : 1;
  localparam int unsigned DifferenceBits = CycleBits + TaskBits + 1;
  localparam int unsigned MostStride = Lanes > Warps ? Lanes / 2 : Warps / 2;
  localparam int unsigned Halvings = $clog2(MostStride + 1) - 1;

  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic                 ready, converged;
  logic [WidthBits-1:0] width;
  logic [DepthBits-1:0] depth;
  asu #(.Lanes(Lanes), .Warps(Warps), .Entries(Entries), .CycleBits(CycleBits),
        .TaskBits(TaskBits), .DigitBits(DigitBits)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .op_i(op_i), .strategy_i(strategy_i), .anneal_i(anneal_i),
      .cycles_i(cycles_i), .tasks_i(tasks_i), .ready_o(ready), .width_o(width), .depth_o(depth),
      .converged_o(converged));

  // The unit's registers.
  (* keep *) logic [2:0]                kept_step, kept_phase;
  (* keep *) logic [1:0]                kept_strategy;
  (* keep *) logic [WidthBits-1:0]      kept_best_width, kept_width_stride;
  (* keep *) logic [DepthBits-1:0]      kept_best_depth, kept_depth_stride;
  (* keep *) logic                      kept_turn, kept_settled, kept_up;
  (* keep *) logic [CycleBits-1:0]      kept_cycles, kept_rival_cycles;
  (* keep *) logic [TaskBits-1:0]       kept_tasks, kept_rival_tasks;
  (* keep *) logic [DifferenceBits-1:0] kept_difference;
  (* keep *) logic [CountBits-1:0]      kept_count;

  logic compares, judges, tries_up, tries_down, retakes, tries_on;
  assign compares = kept_step == 3'd1;
  assign judges = kept_step == 3'd2;
  assign tries_up = kept_step == 3'd3;
  assign tries_down = kept_step == 3'd4;
  assign retakes = kept_step == 3'd5;
  assign tries_on = kept_step == 3'd6;
  logic begins, above, below, onward;
  assign begins = kept_phase == 3'd0;
  assign above = kept_phase == 3'd1;
  assign below = kept_phase == 3'd2;
  assign onward = kept_phase == 3'd3;

  // Slices of a width, whether or not the table has room; 0 of a width that there is not.
  function automatic logic [15:0] slices_of(input logic [WidthBits:0] lanes);
    slices_of = '0;
    for (int w = 1; w <= Lanes; w++) begin
      if (lanes == (WidthBits + 1)'(w)) slices_of = 16'(Warps * ((Lanes + w - 1) / w));
    end
  endfunction
  function automatic logic legal(input logic [WidthBits:0] lanes, input logic [15:0] deep);
    legal = slices_of(lanes) != '0 && slices_of(lanes) <= 16'(Entries) && deep != '0 &&
        deep <= slices_of(lanes);
  endfunction

  // The best is known once the first interval is judged; above it is what goes up.
  logic               best_known;
  logic [WidthBits:0] above_width;
  logic [15:0]        above_slices, above_depth;
  assign best_known = tries_up || tries_down || retakes || tries_on || above || below || onward;
  assign above_width = (WidthBits + 1)'(kept_best_width) +
      (kept_turn ? (WidthBits + 1)'(kept_width_stride) : '0);
  assign above_slices = slices_of(above_width);
  always_comb begin
    if (!kept_turn) begin
      above_depth = 16'(kept_best_depth) + 16'(kept_depth_stride);
    end else if (kept_strategy == 2'd2 || 16'(kept_best_depth) > above_slices) begin
      above_depth = above_slices;
    end else begin
      above_depth = 16'(kept_best_depth);
    end
  end
  logic shows_above, best_illegal;
  assign shows_above = above && (ready || compares || judges || (tries_down && kept_up));
  assign best_illegal =
      (shows_above && ((WidthBits + 1)'(width) != above_width || 16'(depth) != above_depth)) ||
      (best_known && !legal((WidthBits + 1)'(kept_best_width), 16'(kept_best_depth))) ||
      (((below && kept_up && (ready || compares || judges)) || retakes) &&
       !legal(above_width, above_depth));

  // What the registers can be.
  logic both, search_wrong;
  assign both = kept_strategy != 2'd1 && kept_strategy != 2'd2;
  assign search_wrong = kept_step > 3'd6 || kept_phase > 3'd4 || (!ready && converged) ||
      (kept_up && (tries_up || (begins && !tries_down && !tries_on))) ||
      (kept_up && tries_down && !above) || (retakes && !(below && kept_up)) ||
      (!both && kept_settled) ||
      (kept_strategy == 2'd1 && kept_turn) || (kept_strategy == 2'd2 && !kept_turn) ||
      kept_width_stride == '0 || 32'(kept_width_stride) > Lanes / 2 ||
      kept_depth_stride == '0 || 32'(kept_depth_stride) > (Warps > 2 ? Warps / 2 : 1) ||
      (compares && 32'(kept_count) >= Digits);

  // The comparison: of the digits that have been looked at, which are the lowest by now, and whose
  // places are those of a smaller number.
  logic [TaskBits-1:0]       looked;
  logic [DifferenceBits-1:0] difference;
  always_comb begin
    looked = '1;
    for (int n = 0; n < Digits; n++) begin
      if (compares && kept_count == CountBits'(Digits - 1 - n)) begin
        looked = TaskBits'((1 << (n * DigitBits)) - 1);
      end
    end
  end
  assign difference =
      DifferenceBits'(kept_cycles) * DifferenceBits'(kept_rival_tasks & looked) -
      DifferenceBits'(kept_rival_cycles) * DifferenceBits'(kept_tasks & looked);

  // A cycle ago.
  logic                 was_q, was_judged_q, was_begin_q, was_converged_q;
  logic [1:0]           was_op_q;
  logic [WidthBits-1:0] was_width_q;
  logic [DepthBits-1:0] was_depth_q;
  logic [CycleBits-1:0] was_rival_cycles_q;
  logic [TaskBits-1:0]  was_rival_tasks_q;
  always_ff @(posedge clk_i) begin
    was_q <= rst_n;
    was_judged_q <= judges;
    was_begin_q <= begins;
    was_converged_q <= converged && ready;
    was_op_q <= op_i;
    was_width_q <= width;
    was_depth_q <= depth;
    was_rival_cycles_q <= kept_rival_cycles;
    was_rival_tasks_q <= kept_rival_tasks;
  end
  logic rival_same, rival_better, changed;
  assign rival_same = kept_rival_cycles == was_rival_cycles_q &&
      kept_rival_tasks == was_rival_tasks_q;
  assign rival_better =
      DifferenceBits'(kept_rival_cycles) * DifferenceBits'(was_rival_tasks_q) <
      DifferenceBits'(was_rival_cycles_q) * DifferenceBits'(kept_rival_tasks);
  assign changed = width != was_width_q || depth != was_depth_q;

  // How often the strides can still be halved.
  logic [15:0] halvings;
  always_comb begin
    halvings = '0;
    for (int b = 1; b < 7; b++) begin
      if (32'(kept_width_stride) >= (1 << b) || 32'(kept_depth_stride) >= (1 << b)) begin
        halvings = 16'(b);
      end
    end
  end

  // Turns that follow this one without a gain, and that follow one in which the best moves.
  logic [15:0] turns, turns_moved;
  assign turns = both ? 16'd1 - 16'(kept_settled) + (halvings << 1) : halvings;
  assign turns_moved = both ? 16'd1 + (halvings << 1) : halvings;

  // Intervals that can come, the one that runs among them; and cycles up to the answer. A turn has
  // two of each.
  logic [15:0] intervals, cycles;
  always_comb begin
    intervals = '0;
    cycles = 16'd3 + (turns_moved << 1);
    if (tries_on) begin
      intervals = 16'd1 + (turns_moved << 1);
      cycles = intervals;
    end else if (retakes) begin
      intervals = 16'd1 + (turns_moved << 1);
      cycles = 16'd2 + (turns_moved << 1);
    end else if (tries_up) begin
      intervals = 16'd2 + (turns << 1);
      cycles = intervals;
    end else if (tries_down) begin
      intervals = kept_up ? 16'd2 + (turns_moved << 1) : 16'd1 + (turns << 1);
      cycles = intervals;
    end else if (above) begin
      intervals = 16'd2 + (turns << 1);
    end else if (below) begin
      intervals = kept_up ? 16'd2 + (turns_moved << 1) : 16'd1 + (turns << 1);
    end else if (onward) begin
      intervals = 16'd1 + (turns_moved << 1);
    end
    if (compares) cycles = cycles + 16'(kept_count) + 16'd1;
  end

  // Intervals since the latest gain, and cycles since the end of the interval.
  logic [15:0] since_q, waited_q, most_intervals;
  logic        gains;
  assign gains = kept_difference[DifferenceBits-1];
  assign most_intervals = both ? 16'(4 * (Halvings + 1)) : 16'(2 * (Halvings + 1));
  always_ff @(posedge clk_i) begin
    if (judges) since_q <= gains || begins ? '0 : since_q + 16'd1;
    waited_q <= ready ? '0 : waited_q + 16'd1;
  end

  logic checked, before;
  assign checked = !boot_q && rst_ni;
  assign before = checked && was_q;
  assign width_illegal_o = checked && slices_of((WidthBits + 1)'(width)) == '0;
  assign capacity_exceeded_o =
      checked && slices_of((WidthBits + 1)'(width)) > 16'(Entries);
  assign depth_illegal_o =
      checked && (depth == '0 || 16'(depth) > slices_of((WidthBits + 1)'(width)));
  assign best_illegal_o = checked && best_illegal;
  assign search_wrong_o = checked && search_wrong;
  assign comparison_wrong_o =
      checked && (compares || judges) && !begins && kept_difference != difference;
  assign best_worse_o = before && was_judged_q && !was_begin_q && !rival_same && !rival_better;
  assign search_too_long_o =
      checked && best_known && (16'(since_q) > most_intervals ||
                                since_q + intervals > most_intervals);
  assign answer_late_o = checked && !ready && (waited_q > most_intervals + 16'(Digits + 1) ||
      waited_q + cycles > most_intervals + 16'(Digits + 1));
  assign answer_unstable_o = before && !ready && changed;
  assign converged_lost_o = before && was_converged_q && was_op_q != 2'd1 && was_op_q != 2'd2 &&
      (!converged || !ready || changed);
  assign reset_wrong_o = checked && !was_q && (32'(width) != Lanes || 32'(depth) != Warps ||
      !ready || converged || !begins || kept_turn || kept_settled || kept_up ||
      32'(kept_width_stride) != 1 || 32'(kept_depth_stride) != 1);
endmodule
