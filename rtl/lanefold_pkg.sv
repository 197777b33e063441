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
    MDT_CLEAR = 3'd4   ///< no lane is left behind any more
  } mdt_op_t;

  /// What happens to the warp-slice table. The encodings without a name count as WST_KEEP.
  typedef enum logic [2:0] {
    WST_KEEP = 3'd0,    ///< nothing
    WST_DIVIDE = 3'd1,  ///< neighbouring lanes of each warp become slices of one width
    WST_UNITE = 3'd2,   ///< each warp becomes one slice
    WST_SPLIT = 3'd3,   ///< lanes of a slice become a slice of their own
    WST_MERGE = 3'd4    ///< two slices of a warp become one
  } wst_op_t;

  /// What the adaptation state unit is told.
  typedef enum logic [1:0] {
    ASU_KEEP = 2'd0,     ///< nothing
    ASU_START = 2'd1,    ///< a search begins
    ASU_DEFAULT = 2'd2,  ///< there is too little to do for a search (IPDPS'12 section VI-C)
    ASU_INTERVAL = 2'd3  ///< a sampling interval is over
  } asu_op_t;

  /// What a search varies (IPDPS'12 section VI-A). What has no name counts as ADAPT_BOTH.
  typedef enum logic [1:0] {
    ADAPT_BOTH = 2'd0,   ///< the depth until it no longer gains, then the width, and again
    ADAPT_DEPTH = 2'd1,  ///< how many slices run
    ADAPT_WIDTH = 2'd2   ///< how wide slices are; all of them run
  } adaptation_t;

  /// What the adaptation state unit does.
  typedef enum logic [2:0] {
    ASU_READY = 3'd0,     ///< waits for an interval or a launch
    ASU_COMPARE = 3'd1,   ///< compares the interval with its rival, a digit of the tasks a cycle
    ASU_JUDGE = 3'd2,     ///< draws the conclusion
    ASU_TRY_UP = 3'd3,    ///< looks whether there is what is a stride above the best
    ASU_TRY_DOWN = 3'd4,  ///< the same below
    ASU_RETAKE = 3'd5,    ///< goes back to what was above
    ASU_TRY_ON = 3'd6     ///< goes on in the direction that gained
  } asu_step_t;

  /// What runs in an interval.
  typedef enum logic [2:0] {
    ASU_BEGIN = 3'd0,     ///< whole warps, all of them
    ASU_ABOVE = 3'd1,     ///< what is a stride above the best
    ASU_BELOW = 3'd2,     ///< what is a stride below
    ASU_ONWARD = 3'd3,    ///< what comes next in the direction that gained
    ASU_CONVERGED = 3'd4  ///< what was chosen
  } asu_phase_t;

  /// Whether there are warps of so many lanes.
  function automatic logic legal_lanes(input integer lanes);
    legal_lanes = lanes == 8 || lanes == 16 || lanes == 32 || lanes == 64;
  endfunction

  /// Whether such warps have quads of so many lanes.
  function automatic logic legal_quads(input integer lanes, input integer quad_lanes);
    legal_quads = legal_lanes(lanes) && quad_lanes <= lanes && (quad_lanes == 2 ||
        quad_lanes == 4 || quad_lanes == 8 || quad_lanes == 16 || quad_lanes == 32);
  endfunction

  /// The most lanes that positions cannot issue themselves if all fit `cycles` cycles: they crowd
  /// into few positions (ISCA'13 section 4.2).
  function automatic integer most_surplus(input integer quads, input integer quad_lanes,
                                          input integer cycles);
    integer crowded, rest;
    crowded = quad_lanes * cycles / quads;
    rest = quad_lanes * cycles % quads;
    most_surplus = crowded * (quads - cycles) + (rest > cycles ? rest - cycles : 0);
  endfunction

  /// The same for any number of cycles above `cycle`.
  function automatic integer most_surplus_after(input integer quads, input integer quad_lanes,
                                                input integer cycle);
    most_surplus_after =
        most_surplus(quads, quad_lanes, cycle < quads / 2 ? quads / 2 : cycle + 1);
  endfunction

  /// Slices of `width` lanes; the last of a warp may be narrower.
  function automatic integer slices_of(input integer lanes, input integer warps,
                                       input integer width);
    slices_of = warps * ((lanes + width - 1) / width);
  endfunction

  /// Whether so many slices of such warps can be told apart, and more cannot be needed.
  function automatic logic legal_slices(input integer lanes, input integer warps,
                                        input integer entries);
    legal_slices = legal_lanes(lanes) && warps >= 1 && entries >= warps && entries <= 64 &&
        entries <= warps * lanes;
  endfunction

  /// Eight lanes, or what is nearest to that (IPDPS'12 section VI-C).
  function automatic integer default_width(input integer lanes, input integer warps,
                                           input integer entries);
    default_width = 8;
    while (default_width < lanes && slices_of(lanes, warps, default_width) > entries) begin
      default_width = default_width + 1;
    end
  endfunction

endpackage
