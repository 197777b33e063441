// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit of a core: it looks for the SIMD width and the multi-threading depth
// under which a task takes the fewest cycles (IPDPS'12 sections IV-B and VI).

/// A search begins with whole warps, all of which run. Along one dimension it tries what is a
/// stride above and below the best, and goes on in the better direction as long as that gains; then
/// along the next, until neither gains. Then the strides are halved, until they were one.
///
/// Cycles per task are compared without a division: a is better than b if a's cycles times b's
/// tasks are fewer than b's cycles times a's tasks. The difference of the products is built digit
/// by digit of the tasks, the highest first. Of three intervals, the best, above and below, two at
/// a time are enough: below is compared with above if that gained, else with the best.
///
/// An answer comes TaskBits / DigitBits + 2 cycles after the interval's end at the soonest, a cycle
/// later for each neighbour that there is not, and one more where it goes back to what was above.
module asu #(
    /// Lanes of a warp: 8, 16, 32 or 64.
    parameter int unsigned Lanes = 16,
    /// Warps of the core, at least 1.
    parameter int unsigned Warps = 2,
    /// Slices that the core can have: `Warps` to 64, and no more than there are lanes.
    parameter int unsigned Entries = 8,
    /// Bits of the cycles of an interval, at least 1.
    parameter int unsigned CycleBits = 32,
    /// Bits of the number of tasks that ended in it, a multiple of `DigitBits`.
    parameter int unsigned TaskBits = 16,
    /// Bits of the tasks that are compared in a cycle, at least 1.
    parameter int unsigned DigitBits = 4,
    /// Derived: bits of a width.
    localparam int unsigned WidthBits = $clog2(Lanes + 1),
    /// Derived: bits of a depth.
    localparam int unsigned DepthBits = $clog2(Entries + 1)
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Reset, active low, asynchronous: as ASU_START with ADAPT_BOTH and strides of one.
    input  logic                      rst_ni,
    /// What happens at the next edge, if ready_o.
    input  lanefold_pkg::asu_op_t     op_i,
    /// ASU_START: what the search varies.
    input  lanefold_pkg::adaptation_t strategy_i,
    /// ASU_START: the strides begin with half of the lanes and half of the warps (section VI-B).
    input  logic                      anneal_i,
    /// ASU_INTERVAL: its cycles.
    input  logic [CycleBits-1:0]      cycles_i,
    /// ASU_INTERVAL: the tasks that ended in it, at least 1.
    input  logic [TaskBits-1:0]       tasks_i,
    /// The configuration is the one that runs next. Without it, still the one that ran.
    output logic                      ready_o,
    /// Lanes of a slice, 1 to `Lanes`.
    output logic [WidthBits-1:0]      width_o,
    /// Slices that run, 1 to as many as there are of this width.
    output logic [DepthBits-1:0]      depth_o,
    /// For good; ASU_INTERVAL does nothing more.
    output logic                      converged_o
);

  if (!lanefold_pkg::legal_slices(Lanes, Warps, Entries) || CycleBits < 1 || DigitBits < 1 ||
      TaskBits < DigitBits || TaskBits % DigitBits != 0) begin : gen_illegal
    $fatal(1, "asu: no %0d slices of %0d warps of %0d lanes, %0d bits of cycles and %0d of tasks",
           Entries, Warps, Lanes, CycleBits, TaskBits);
    illegal_parameters u_illegal_parameters ();
  end

  localparam int unsigned Digits = TaskBits / DigitBits;
  localparam int unsigned CountBits = Digits > 1 ? $clog2(Digits) : 1;
  localparam int unsigned DifferenceBits = CycleBits + TaskBits + 1;
  // A width or a depth, and a stride above it.
  localparam int unsigned ValueBits = (WidthBits > DepthBits ? WidthBits : DepthBits) + 1;
  localparam int unsigned DefaultWidth = lanefold_pkg::default_width(Lanes, Warps, Entries);
  localparam int unsigned DefaultSlices = lanefold_pkg::slices_of(Lanes, Warps, DefaultWidth);
  localparam int unsigned DefaultDepth = DefaultSlices < 2 ? DefaultSlices : 2;

  // The search: what it does, what runs, and what is the best so far.
  lanefold_pkg::asu_step_t   step_d, step_q;
  lanefold_pkg::asu_phase_t  phase_d, phase_q;
  lanefold_pkg::adaptation_t strategy_d, strategy_q;
  logic [WidthBits-1:0] width_d, width_q, best_width_d, best_width_q;
  logic [DepthBits-1:0] depth_d, depth_q, best_depth_d, best_depth_q;
  logic [WidthBits-1:0] width_stride_d, width_stride_q;
  logic [DepthBits-1:0] depth_stride_d, depth_stride_q;
  // It is the width's turn; the other dimension did not gain at its turn.
  logic turn_d, turn_q, settled_d, settled_q;
  // What was above has gained, and is the rival of what is below; it goes on upwards.
  logic up_d, up_q;

  // The interval that is over, and the best one before it. The tasks turn by a digit a cycle.
  logic [CycleBits-1:0]             cycles_d, cycles_q, rival_cycles_d, rival_cycles_q;
  logic [TaskBits-1:0]              tasks_d, tasks_q, rival_tasks_d, rival_tasks_q;
  logic signed [DifferenceBits-1:0] difference_d, difference_q;
  logic [CountBits-1:0]             count_d, count_q;

  logic gains;
  assign gains = difference_q[DifferenceBits-1];

  logic [DigitBits-1:0]             digit, rival_digit;
  logic signed [DifferenceBits-1:0] product, rival_product;
  assign digit = tasks_q[TaskBits-1-:DigitBits];
  assign rival_digit = rival_tasks_q[TaskBits-1-:DigitBits];
  assign product = DifferenceBits'(cycles_q) * DifferenceBits'(rival_digit);
  assign rival_product = DifferenceBits'(rival_cycles_q) * DifferenceBits'(digit);

  // The candidate is a stride away from the best, along the dimension whose turn it is.
  logic                 upwards;
  logic [ValueBits-1:0] from, stride, moved, width, depth, slices;
  assign upwards = step_q == lanefold_pkg::ASU_TRY_UP || step_q == lanefold_pkg::ASU_RETAKE ||
      (step_q == lanefold_pkg::ASU_TRY_ON && up_q);
  assign from = turn_q ? ValueBits'(best_width_q) : ValueBits'(best_depth_q);
  assign stride = turn_q ? ValueBits'(width_stride_q) : ValueBits'(depth_stride_q);
  always_comb begin
    if (upwards) begin
      moved = from + stride;
    end else begin
      moved = from > stride ? from - stride : '0;
    end
  end
  assign width = turn_q ? moved : ValueBits'(best_width_q);

  // Slices of its width; none if there is no such width, or the table has no room for them.
  always_comb begin
    slices = '0;
    for (int unsigned w = 1; w <= Lanes; w++) begin
      if (width == ValueBits'(w) && Warps * ((Lanes + w - 1) / w) <= Entries) begin
        slices = ValueBits'(Warps * ((Lanes + w - 1) / w));
      end
    end
  end
  always_comb begin
    depth = moved;
    if (turn_q) begin
      depth = strategy_q == lanefold_pkg::ADAPT_WIDTH || ValueBits'(best_depth_q) > slices ?
          slices : ValueBits'(best_depth_q);
    end
  end
  logic legal;
  assign legal = depth != '0 && depth <= slices;

  // What the search does next. A turn ends with its dimension settled, and the other one not if the
  // best has moved.
  logic both, last_strides, proceed, end_turn;
  assign both = strategy_q != lanefold_pkg::ADAPT_DEPTH &&
      strategy_q != lanefold_pkg::ADAPT_WIDTH;
  assign last_strides = width_stride_q == WidthBits'(1) && depth_stride_q == DepthBits'(1);
  assign proceed = step_q == lanefold_pkg::ASU_TRY_ON ||
      (step_q == lanefold_pkg::ASU_JUDGE && phase_q == lanefold_pkg::ASU_ONWARD);
  always_comb begin
    step_d = step_q;
    phase_d = phase_q;
    strategy_d = strategy_q;
    width_d = width_q;
    depth_d = depth_q;
    best_width_d = best_width_q;
    best_depth_d = best_depth_q;
    width_stride_d = width_stride_q;
    depth_stride_d = depth_stride_q;
    turn_d = turn_q;
    settled_d = settled_q;
    up_d = up_q;
    end_turn = 1'b0;
    unique case (step_q)
      lanefold_pkg::ASU_COMPARE: begin
        if (count_q == '0) step_d = lanefold_pkg::ASU_JUDGE;
      end
      lanefold_pkg::ASU_JUDGE: begin
        if (phase_q == lanefold_pkg::ASU_ABOVE) begin
          step_d = lanefold_pkg::ASU_TRY_DOWN;
          up_d = gains;
        end else if (gains || phase_q == lanefold_pkg::ASU_BEGIN) begin
          step_d = phase_q == lanefold_pkg::ASU_BEGIN ?
              lanefold_pkg::ASU_TRY_UP : lanefold_pkg::ASU_TRY_ON;
          best_width_d = width_q;
          best_depth_d = depth_q;
          if (phase_q == lanefold_pkg::ASU_BELOW) up_d = 1'b0;
        end else if (phase_q == lanefold_pkg::ASU_BELOW && up_q) begin
          step_d = lanefold_pkg::ASU_RETAKE;
        end else begin
          end_turn = 1'b1;
        end
      end
      lanefold_pkg::ASU_TRY_UP, lanefold_pkg::ASU_TRY_DOWN, lanefold_pkg::ASU_TRY_ON: begin
        if (legal) begin
          step_d = lanefold_pkg::ASU_READY;
          width_d = width[WidthBits-1:0];
          depth_d = depth[DepthBits-1:0];
          phase_d = step_q == lanefold_pkg::ASU_TRY_UP ? lanefold_pkg::ASU_ABOVE :
              step_q == lanefold_pkg::ASU_TRY_DOWN ? lanefold_pkg::ASU_BELOW :
              lanefold_pkg::ASU_ONWARD;
        end else if (step_q == lanefold_pkg::ASU_TRY_UP) begin
          step_d = lanefold_pkg::ASU_TRY_DOWN;
        end else if (step_q == lanefold_pkg::ASU_TRY_DOWN && up_q) begin
          step_d = lanefold_pkg::ASU_TRY_ON;
          best_width_d = width_q;
          best_depth_d = depth_q;
        end else begin
          end_turn = 1'b1;
        end
      end
      lanefold_pkg::ASU_RETAKE: begin
        step_d = lanefold_pkg::ASU_TRY_ON;
        best_width_d = width[WidthBits-1:0];
        best_depth_d = depth[DepthBits-1:0];
      end
      default: begin  // ASU_READY
        step_d = lanefold_pkg::ASU_READY;
        if (op_i == lanefold_pkg::ASU_START) begin
          phase_d = lanefold_pkg::ASU_BEGIN;
          strategy_d = strategy_i;
          width_d = WidthBits'(Lanes);
          depth_d = DepthBits'(Warps);
          width_stride_d = WidthBits'(1);
          depth_stride_d = DepthBits'(1);
          if (anneal_i && strategy_i != lanefold_pkg::ADAPT_DEPTH) begin
            width_stride_d = WidthBits'(Lanes / 2);
          end
          if (anneal_i && strategy_i != lanefold_pkg::ADAPT_WIDTH) begin
            depth_stride_d = DepthBits'(Warps < 2 ? 1 : Warps / 2);
          end
          turn_d = strategy_i == lanefold_pkg::ADAPT_WIDTH;
          settled_d = 1'b0;
          up_d = 1'b0;
        end else if (op_i == lanefold_pkg::ASU_DEFAULT) begin
          phase_d = lanefold_pkg::ASU_CONVERGED;
          width_d = WidthBits'(DefaultWidth);
          depth_d = DepthBits'(DefaultDepth);
        end else if (op_i == lanefold_pkg::ASU_INTERVAL && !converged_o) begin
          step_d = lanefold_pkg::ASU_COMPARE;
        end
      end
    endcase
    if (end_turn) begin
      step_d = lanefold_pkg::ASU_TRY_UP;
      up_d = 1'b0;
      turn_d = both ? !turn_q : turn_q;
      settled_d = 1'b1;
      if (!both || (settled_q && !proceed)) begin
        settled_d = 1'b0;
        width_stride_d = width_stride_q != WidthBits'(1) ? width_stride_q >> 1 : WidthBits'(1);
        depth_stride_d = depth_stride_q != DepthBits'(1) ? depth_stride_q >> 1 : DepthBits'(1);
        if (last_strides) begin
          step_d = lanefold_pkg::ASU_READY;
          phase_d = lanefold_pkg::ASU_CONVERGED;
          width_d = best_width_q;
          depth_d = best_depth_q;
        end
      end
    end
  end

  // The comparison. Who gains is the rival of those that come.
  always_comb begin
    cycles_d = cycles_q;
    tasks_d = tasks_q;
    rival_cycles_d = rival_cycles_q;
    rival_tasks_d = rival_tasks_q;
    difference_d = difference_q;
    count_d = count_q;
    if (step_q == lanefold_pkg::ASU_READY) begin
      cycles_d = cycles_i;
      tasks_d = tasks_i;
      difference_d = '0;
      count_d = CountBits'(Digits - 1);
    end else if (step_q == lanefold_pkg::ASU_COMPARE) begin
      tasks_d = (tasks_q << DigitBits) | TaskBits'(digit);
      rival_tasks_d = (rival_tasks_q << DigitBits) | TaskBits'(rival_digit);
      difference_d = (difference_q <<< DigitBits) + product - rival_product;
      count_d = count_q - CountBits'(1);
    end else if (step_q == lanefold_pkg::ASU_JUDGE &&
                 (gains || phase_q == lanefold_pkg::ASU_BEGIN)) begin
      rival_cycles_d = cycles_q;
      rival_tasks_d = tasks_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q         <= lanefold_pkg::ASU_READY;
      phase_q        <= lanefold_pkg::ASU_BEGIN;
      strategy_q     <= lanefold_pkg::ADAPT_BOTH;
      width_q        <= WidthBits'(Lanes);
      depth_q        <= DepthBits'(Warps);
      width_stride_q <= WidthBits'(1);
      depth_stride_q <= DepthBits'(1);
      turn_q         <= 1'b0;
      settled_q      <= 1'b0;
      up_q           <= 1'b0;
    end else begin
      step_q         <= step_d;
      phase_q        <= phase_d;
      strategy_q     <= strategy_d;
      width_q        <= width_d;
      depth_q        <= depth_d;
      width_stride_q <= width_stride_d;
      depth_stride_q <= depth_stride_d;
      turn_q         <= turn_d;
      settled_q      <= settled_d;
      up_q           <= up_d;
    end
  end

  // Of meaning only once an interval is over: no reset.
  always_ff @(posedge clk_i) begin
    best_width_q   <= best_width_d;
    best_depth_q   <= best_depth_d;
    cycles_q       <= cycles_d;
    tasks_q        <= tasks_d;
    rival_cycles_q <= rival_cycles_d;
    rival_tasks_q  <= rival_tasks_d;
    difference_q   <= difference_d;
    count_q        <= count_d;
  end

  assign ready_o = step_q == lanefold_pkg::ASU_READY;
  assign width_o = width_q;
  assign depth_o = depth_q;
  assign converged_o = phase_q == lanefold_pkg::ASU_CONVERGED;

`ifdef LANEFOLD_ASSERTIONS
`include "lanefold_assert.svh"
  `LANEFOLD_ASSERT(WidthIsOneOfTheWarp, width_o != '0 && width_o <= WidthBits'(Lanes))
  `LANEFOLD_ASSERT(DepthIsOneOfTheTable, depth_o != '0 && depth_o <= DepthBits'(Entries))
  `LANEFOLD_ASSERT(TasksHaveEnded, op_i != lanefold_pkg::ASU_INTERVAL || tasks_i != '0)
  `LANEFOLD_ASSERT(StepHasAName, step_q <= lanefold_pkg::ASU_TRY_ON)
  `LANEFOLD_ASSERT(AnswerIsReadyWhenConverged, !converged_o || ready_o)
  `LANEFOLD_COVER(NothingIsAbove, step_q == lanefold_pkg::ASU_TRY_UP && !legal)
  `LANEFOLD_COVER(NothingIsBelow, step_q == lanefold_pkg::ASU_TRY_DOWN && !legal)
  `LANEFOLD_COVER(NothingIsFurtherOn, step_q == lanefold_pkg::ASU_TRY_ON && !legal)
  `LANEFOLD_COVER(GoesBackToWhatIsAbove, step_q == lanefold_pkg::ASU_RETAKE)
  `LANEFOLD_COVER(TurnsToTheWidth, end_turn && !turn_q && turn_d)
  `LANEFOLD_COVER(TurnsToTheDepth, end_turn && turn_q && !turn_d)
  `LANEFOLD_COVER(HalvesTheStrides, end_turn && width_stride_d != width_stride_q)
  `LANEFOLD_COVER(Converges, end_turn && phase_d == lanefold_pkg::ASU_CONVERGED)
  `LANEFOLD_COVER(BeginsAgainOnceConverged, converged_o && op_i == lanefold_pkg::ASU_START)
  `LANEFOLD_COVER(IsToldWhileItWorks, !ready_o && op_i != lanefold_pkg::ASU_KEEP)
`endif
endmodule
