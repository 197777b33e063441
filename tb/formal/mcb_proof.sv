// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer beside a record of the lines that one lane waits for in one entry,
// both of which are watched. No output is ever 1.

module mcb_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Entries, a power of two.
    parameter int unsigned Entries = 4,
    /// As the buffer derives it.
    localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1,
    localparam int unsigned LaneBits = $clog2(Lanes)
) (
    /// Clock.
    input  logic                       clk_i,
    /// Everything that the buffer is offered, free in every cycle.
    input  logic                       rst_ni,
    input  logic                       clear_i,
    input  logic                       send_i,
    input  logic                       first_i,
    input  logic [IndexBits-1:0]       send_entry_i,
    input  logic [Lanes-1:0]           send_lanes_i,
    input  logic [Lanes-1:0]           receive_lanes_i,
    input  logic [Lanes*IndexBits-1:0] receive_entry_i,
    input  logic [Entries-1:0]         last_i,
    /// The lane and the entry that are watched, free once.
    input  logic [LaneBits-1:0]        watch_i,
    input  logic [IndexBits-1:0]       watch_entry_i,
    /// The lane is not complete with its last line, or is with another, or without any.
    output logic                       complete_wrong_o,
    /// The lane waits without a line on its way, or does not with one.
    output logic                       waiting_wrong_o,
    /// It is ready before all lines of it have come, or is not then.
    output logic                       all_here_wrong_o,
    /// The entry is not that of a load on its way, or is of one that has ended.
    output logic                       entry_wrong_o,
    /// Full with a free entry, or the other way round; or the entry that is offered is not the
    /// lowest free one, or not 0 without one.
    output logic                       room_wrong_o,
    /// The registers do not have how many lines the lane waits for.
    output logic                       lines_wrong_o
);
  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic [Lanes-1:0]         complete;
  logic                     full;
  logic [IndexBits-1:0]     free_entry;
  logic [Entries-1:0]       valid;
  logic [Entries*Lanes-1:0] waiting, ready;
  mcb #(.Lanes(Lanes), .Entries(Entries)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .clear_i(clear_i), .send_i(send_i), .first_i(first_i),
      .send_entry_i(send_entry_i), .send_lanes_i(send_lanes_i),
      .receive_lanes_i(receive_lanes_i), .receive_entry_i(receive_entry_i), .last_i(last_i),
      .complete_o(complete), .full_o(full), .free_entry_o(free_entry), .valid_o(valid),
      .entry_waiting_o(waiting), .entry_ready_o(ready));

  // One lane of one entry for ever.
  logic [LaneBits-1:0]  watch_q, watch;
  logic [IndexBits-1:0] entry_q, entry;
  assign watch = boot_q ? watch_i : watch_q;
  assign entry = boot_q ? watch_entry_i : entry_q;
  always_ff @(posedge clk_i) begin
    watch_q <= watch;
    entry_q <= entry;
  end

  // The record: a load on its way, the lines that the lane waits for, and whether it has all.
  logic       load_q, all_q;
  logic [1:0] lines_q, lines_sent, lines_left;
  logic       begins, sends, ends, sent, received;
  assign begins = send_i && first_i && !full && free_entry == entry;
  assign sends = send_i && !first_i && load_q && send_entry_i == entry;
  assign ends = load_q && last_i[entry];
  assign sent = (begins || sends) && send_lanes_i[watch];
  assign received = load_q && receive_lanes_i[watch] &&
      receive_entry_i[watch*IndexBits+:IndexBits] == entry;
  // A third line is none of its business.
  assign lines_sent = sent && lines_q != 2'd2 ? lines_q + 2'd1 : lines_q;
  assign lines_left = received && lines_sent != 2'd0 ? lines_sent - 2'd1 : lines_sent;
  always_ff @(posedge clk_i) begin
    if (!rst_n || clear_i || ends) begin
      load_q <= 1'b0;
      lines_q <= 2'd0;
      all_q <= 1'b0;
    end else if (begins || load_q) begin
      load_q <= 1'b1;
      lines_q <= lines_left;
      if (sent) all_q <= 1'b0;
      if (received && lines_left == 2'd0) all_q <= 1'b1;
    end
  end

  // The buffer's registers, which scripts/verification/proofs.py connects.
  (* keep *) logic [Entries*Lanes-1:0] kept_once;
  (* keep *) logic [Entries*Lanes-1:0] kept_twice;

  // What is watched, and whether another lane is complete in its place.
  logic is_valid, waits, is_ready, once, twice;
  logic [IndexBits-1:0] lowest;
  always_comb begin
    lowest = '0;
    for (int e = Entries - 1; e >= 0; e--) if (!valid[e]) lowest = IndexBits'(e);
    {is_valid, waits, is_ready, once, twice} = '0;
    for (int e = 0; e < Entries; e++) begin
      for (int l = 0; l < Lanes; l++) begin
        if (entry == IndexBits'(e) && watch == LaneBits'(l)) begin
          is_valid = valid[e];
          waits = waiting[e*Lanes+l];
          is_ready = ready[e*Lanes+l];
          once = kept_once[e*Lanes+l];
          twice = kept_twice[e*Lanes+l];
        end
      end
    end
  end

  assign complete_wrong_o = rst_n &&
      ((received && complete[watch] != (lines_sent != 2'd2)) ||
       (!receive_lanes_i[watch] && complete[watch]));
  assign waiting_wrong_o = rst_n && waits != (lines_q != 2'd0);
  assign all_here_wrong_o = rst_n && is_ready != all_q;
  assign entry_wrong_o = rst_n && is_valid != load_q;
  assign room_wrong_o = rst_n && (full != (&valid) || free_entry != lowest);
  assign lines_wrong_o = rst_n && ({twice, once} != {lines_q == 2'd2, lines_q != 2'd0} ||
      lines_q == 2'd3 || (!load_q && (lines_q != 2'd0 || all_q)));
endmodule
