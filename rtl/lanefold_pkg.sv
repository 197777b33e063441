// SPDX-License-Identifier: Apache-2.0
// The types that modules share.
package lanefold_pkg;

  /// How the active lanes of an instruction pass through the ALU.
  typedef enum logic [1:0] {
    POLICY_NONE = 2'd0,  ///< every quad
    POLICY_IVB = 2'd1,   ///< every quad of the halves of the warp that are not idle
    POLICY_BCC = 2'd2,   ///< every quad that is not idle (ISCA'13 section 4.1)
    POLICY_SCC = 2'd3    ///< as few quads as the lanes can fill (ISCA'13 section 4.2)
  } policy_t;

  /// The width of an instruction's operands, which with the ALU's gives the lanes of a quad.
  typedef enum logic [1:0] {
    OPERAND_32 = 2'd0,
    OPERAND_16 = 2'd1,
    OPERAND_64 = 2'd2
  } operand_t;

  /// What happens to the memory divergence table. The encodings without a name count as MDT_KEEP.
  typedef enum logic [2:0] {
    MDT_KEEP = 3'd0,   ///< nothing
    MDT_LEAVE = 3'd1,  ///< lanes are left behind at a place
    MDT_MEET = 3'd2,   ///< lanes that are ready at a place go on
    MDT_TAKE = 3'd3,   ///< all lanes of an entry go on
    MDT_CLEAR = 3'd4   ///< nobody is left behind any more
  } mdt_op_t;

  /// Whether there are warps of so many lanes.
  function automatic logic legal_lanes(input integer lanes);
    legal_lanes = lanes == 8 || lanes == 16 || lanes == 32 || lanes == 64;
  endfunction

  /// Whether such warps have quads of so many lanes.
  function automatic logic legal_quads(input integer lanes, input integer quad_lanes);
    legal_quads = legal_lanes(lanes) && quad_lanes <= lanes && (quad_lanes == 2 ||
        quad_lanes == 4 || quad_lanes == 8 || quad_lanes == 16 || quad_lanes == 32);
  endfunction

endpackage
