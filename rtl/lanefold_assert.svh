// SPDX-License-Identifier: Apache-2.0
// What modules promise, and what they ask of who drives them, as far as a rising edge of clk_i
// shows it; and states that verification wants to see. They are there with LANEFOLD_ASSERTIONS, and
// include this file then. Verilator checks them with --assert and counts covers with --coverage;
// yosys takes them with -formal.
`ifndef LANEFOLD_ASSERT_SVH
`define LANEFOLD_ASSERT_SVH

// The condition holds at every edge outside of reset.
`define LANEFOLD_ASSERT(name, condition) \
  always_ff @(posedge clk_i or negedge rst_ni) begin \
    if (!rst_ni) begin \
    end else begin \
      name : assert (condition); \
    end \
  end

// What a value was at the edge before, and in and after a reset.
`define LANEFOLD_WAS(name, value, in_reset) \
  logic [$bits(value)-1:0] name; \
  always_ff @(posedge clk_i or negedge rst_ni) begin \
    if (!rst_ni) begin \
      name <= in_reset; \
    end else begin \
      name <= value; \
    end \
  end

// What is offered and not taken stays until it is.
`define LANEFOLD_HOLDS(name, valid, ready, what) \
  logic name``_waits_q; \
  logic [$bits(what)-1:0] name``_q; \
  always_ff @(posedge clk_i or negedge rst_ni) begin \
    if (!rst_ni) begin \
      name``_waits_q <= 1'b0; \
    end else begin \
      name``_waits_q <= valid && !ready; \
      name : assert (!name``_waits_q || (valid && name``_q == what)); \
    end \
  end \
  always_ff @(posedge clk_i) begin \
    name``_q <= what; \
  end

// Counts the edges outside of reset at which the condition holds.
`define LANEFOLD_COVER(name, condition) \
  always_ff @(posedge clk_i or negedge rst_ni) begin \
    if (!rst_ni) begin \
    end else begin \
      name : cover (condition); \
    end \
  end

`endif
