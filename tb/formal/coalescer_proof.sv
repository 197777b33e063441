// SPDX-License-Identifier: Apache-2.0
// The coalescer beside a record of the access and of what each lane still waits for. No output is
// ever 1.

module coalescer_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Bits of the number of a line.
    parameter int unsigned LineBits = 3
) (
    /// Clock.
    input  logic                      clk_i,
    /// Everything that the coalescer is offered, free in every cycle.
    input  logic                      rst_ni,
    input  logic                      valid_i,
    input  logic [Lanes-1:0]          lanes_i,
    input  logic [Lanes*LineBits-1:0] first_i,
    input  logic [Lanes*LineBits-1:0] last_i,
    input  logic                      merge_i,
    input  logic                      ready_i,
    /// A line is offered to a lane that does not wait for it.
    output logic                      line_unwanted_o,
    /// A lane waits, but no line is offered, or none of the lowest that waits, or its last line
    /// before its first.
    output logic                      line_late_o,
    /// Lanes share lines, but a line leaves one behind that waits for it.
    output logic                      line_repeated_o,
    /// Lanes do not share lines, but one is for several.
    output logic                      lanes_joined_o,
    /// The last line is not flagged, or another one is.
    output logic                      last_wrong_o,
    /// An access is taken before the lines of the one before, or is not with the last of them.
    output logic                      access_wrong_o,
    /// The registers do not have what lanes wait for.
    output logic                      lines_kept_wrong_o
);
  logic boot_q = 1'b1;
  always_ff @(posedge clk_i) boot_q <= 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && !boot_q;

  logic                ready, valid, last;
  logic [LineBits-1:0] line;
  logic [Lanes-1:0]    lanes;
  coalescer #(.Lanes(Lanes), .LineBits(LineBits)) u_dut (
      .clk_i(clk_i), .rst_ni(rst_n), .valid_i(valid_i), .ready_o(ready), .lanes_i(lanes_i),
      .first_i(first_i), .last_i(last_i), .merge_i(merge_i), .valid_o(valid), .ready_i(ready_i),
      .line_o(line), .lanes_o(lanes), .last_o(last));

  // The access that was taken, and the lanes that wait for their first and for their last line.
  logic [Lanes*LineBits-1:0] first_q, last_q;
  logic                      merge_q;
  logic [Lanes-1:0]          first_waits_q, last_waits_q, wants_first, wants_last;
  logic [Lanes-1:0]          first_left, last_left, two;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign wants_first[l] = first_waits_q[l] && first_q[l*LineBits +: LineBits] == line;
    assign wants_last[l] = last_waits_q[l] && last_q[l*LineBits +: LineBits] == line;
    assign two[l] = first_i[l*LineBits +: LineBits] != last_i[l*LineBits +: LineBits];
  end
  assign first_left = first_waits_q & ~(lanes & wants_first);
  assign last_left = last_waits_q & ~(lanes & wants_last);
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      first_waits_q <= '0;
      last_waits_q  <= '0;
    end else if (valid_i && ready) begin
      first_waits_q <= lanes_i;
      last_waits_q  <= lanes_i & two;
    end else if (valid && ready_i) begin
      first_waits_q <= first_left;
      last_waits_q  <= last_left;
    end
    if (valid_i && ready) begin
      first_q <= first_i;
      last_q  <= last_i;
      merge_q <= merge_i;
    end
  end

  // What the lowest lane that waits wants, and whether it is offered.
  logic waits, served;
  always_comb begin
    waits = 1'b0;
    served = 1'b1;
    for (int l = Lanes - 1; l >= 0; l--) begin
      if (first_waits_q[l] || last_waits_q[l]) begin
        waits = 1'b1;
        served = lanes[l] && (first_waits_q[l] ? wants_first[l] : wants_last[l]);
      end
    end
  end

  // The coalescer's registers, which scripts/verification/proofs.py connects.
  (* keep *) logic [Lanes-1:0]          kept_first_left;
  (* keep *) logic [Lanes-1:0]          kept_last_left;
  (* keep *) logic [Lanes*LineBits-1:0] kept_first;
  (* keep *) logic [Lanes*LineBits-1:0] kept_last;
  (* keep *) logic                      kept_merge;
  logic numbers_wrong;
  always_comb begin
    numbers_wrong = waits && kept_merge != merge_q;
    for (int l = 0; l < Lanes; l++) begin
      if (first_waits_q[l] && kept_first[l*LineBits +: LineBits] != first_q[l*LineBits +: LineBits])
        numbers_wrong = 1'b1;
      if (last_waits_q[l] && kept_last[l*LineBits +: LineBits] != last_q[l*LineBits +: LineBits])
        numbers_wrong = 1'b1;
    end
  end

  logic left;
  assign left = (first_left | last_left) != '0;
  assign line_unwanted_o = rst_n && valid && (lanes & ~(wants_first | wants_last)) != '0;
  assign line_late_o = rst_n && (valid != waits || (waits && !served));
  assign line_repeated_o = rst_n && valid && merge_q &&
      ((wants_first | wants_last) & ~lanes) != '0;
  assign lanes_joined_o = rst_n && valid && !merge_q && (lanes & (lanes - Lanes'(1))) != '0;
  assign last_wrong_o = rst_n && valid && last != !left;
  assign access_wrong_o = rst_n && ready != (!waits || (ready_i && !left));
  assign lines_kept_wrong_o = rst_n && (kept_first_left != first_waits_q ||
      kept_last_left != last_waits_q || numbers_wrong);
endmodule
