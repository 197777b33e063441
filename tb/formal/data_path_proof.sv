// SPDX-License-Identifier: Apache-2.0
// Swizzle crossbar and unswizzle of one cycle, with free data and free but legal settings: no lane
// twice. No output is ever 1. All bits of a word take the same way: a narrow word speaks for
// a wide one.

module data_path_proof #(
    /// Lanes of the warp.
    parameter int unsigned Lanes = 16,
    /// Lanes of a quad.
    parameter int unsigned QuadLanes = 4,
    /// Bits of a lane's data.
    parameter int unsigned DataWidth = 4,
    /// Quads of the warp; derived.
    localparam int unsigned Quads = Lanes / QuadLanes,
    localparam int unsigned QuadBits = Quads > 1 ? $clog2(Quads) : 1,
    localparam int unsigned PositionBits = $clog2(QuadLanes)
) (
    /// Operands of all lanes, free.
    input  logic [Lanes*DataWidth-1:0]        data_i,
    /// Results of the ALU, free.
    input  logic [QuadLanes*DataWidth-1:0]    result_i,
    /// Settings of the cycle, free.
    input  logic [QuadLanes-1:0]              enable_i,
    input  logic [QuadLanes*QuadBits-1:0]     quad_i,
    input  logic [QuadLanes*PositionBits-1:0] position_i,
    /// An enabled position does not get its lane's operand.
    output logic                              operand_wrong_o,
    /// A disabled position gets something else than 0.
    output logic                              idle_operand_o,
    /// A lane is not written that an enabled position holds.
    output logic                              lane_unwritten_o,
    /// A lane is written that no enabled position holds.
    output logic                              lane_overwritten_o,
    /// A lane does not get its position's result.
    output logic                              result_wrong_o,
    /// A lane that is not written carries data.
    output logic                              idle_result_o,
    /// What went through crossbar and unswizzle is not what the lane sent.
    output logic                              round_trip_wrong_o
);
  // Settings are legal when every enabled position holds an existing lane and no two the same.
  logic [Lanes*QuadLanes-1:0] holds;
  logic [Lanes-1:0] held_twice;
  logic legal;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [QuadLanes-1:0] holders;
    for (genvar p = 0; p < QuadLanes; p++) begin : gen_position
      assign holders[p] = enable_i[p] &&
          quad_i[p*QuadBits+:QuadBits] == QuadBits'(l / QuadLanes) &&
          position_i[p*PositionBits+:PositionBits] == PositionBits'(l % QuadLanes);
    end
    assign holds[l*QuadLanes+:QuadLanes] = holders;
    assign held_twice[l] = (holders & (holders - 1'b1)) != '0;
  end
  logic [QuadLanes-1:0] homeless;
  for (genvar p = 0; p < QuadLanes; p++) begin : gen_homeless
    logic [Lanes-1:0] homes;
    for (genvar l = 0; l < Lanes; l++) begin : gen_home
      assign homes[l] = holds[l*QuadLanes+p];
    end
    assign homeless[p] = enable_i[p] && homes == '0;
  end
  assign legal = held_twice == '0 && homeless == '0;

  logic [QuadLanes*DataWidth-1:0] operands;
  swizzle_crossbar #(.Lanes(Lanes), .QuadLanes(QuadLanes), .DataWidth(DataWidth)) u_swizzle (
      .data_i(data_i), .enable_i(enable_i), .quad_i(quad_i), .position_i(position_i),
      .data_o(operands));

  logic [Lanes-1:0] write, write_back;
  logic [Lanes*DataWidth-1:0] results, returned;
  unswizzle #(.Lanes(Lanes), .QuadLanes(QuadLanes), .DataWidth(DataWidth)) u_unswizzle (
      .data_i(result_i), .enable_i(enable_i), .quad_i(quad_i), .position_i(position_i),
      .write_o(write), .data_o(results));
  unswizzle #(.Lanes(Lanes), .QuadLanes(QuadLanes), .DataWidth(DataWidth)) u_return (
      .data_i(operands), .enable_i(enable_i), .quad_i(quad_i), .position_i(position_i),
      .write_o(write_back), .data_o(returned));

  logic [Lanes-1:0] operand_wrong, result_wrong, round_trip_wrong, idle_result;
  logic [Lanes-1:0] unwritten, overwritten;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane_check
    logic [QuadLanes-1:0] at, operand_bad, result_bad;
    assign at = holds[l*QuadLanes+:QuadLanes];
    for (genvar p = 0; p < QuadLanes; p++) begin : gen_at
      assign operand_bad[p] =
          at[p] && operands[p*DataWidth+:DataWidth] != data_i[l*DataWidth+:DataWidth];
      assign result_bad[p] =
          at[p] && results[l*DataWidth+:DataWidth] != result_i[p*DataWidth+:DataWidth];
    end
    assign operand_wrong[l] = |operand_bad;
    assign result_wrong[l] = |result_bad;
    assign unwritten[l] = |at && !(write[l] && write_back[l]);
    assign overwritten[l] = !(|at) && (write[l] || write_back[l]);
    assign idle_result[l] = !(|at) && results[l*DataWidth+:DataWidth] != '0;
    assign round_trip_wrong[l] =
        |at && returned[l*DataWidth+:DataWidth] != data_i[l*DataWidth+:DataWidth];
  end
  logic [QuadLanes-1:0] idle_operand;
  for (genvar p = 0; p < QuadLanes; p++) begin : gen_idle
    assign idle_operand[p] = !enable_i[p] && operands[p*DataWidth+:DataWidth] != '0;
  end

  assign operand_wrong_o = legal && |operand_wrong;
  assign idle_operand_o = legal && |idle_operand;
  assign lane_unwritten_o = legal && |unwritten;
  assign lane_overwritten_o = legal && |overwritten;
  assign result_wrong_o = legal && |result_wrong;
  assign idle_result_o = legal && |idle_result;
  assign round_trip_wrong_o = legal && |round_trip_wrong;
endmodule
