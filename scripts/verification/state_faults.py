# SPDX-License-Identifier: Apache-2.0
"""Faults that show in states only: in reset, behind a stall, in a full table, at saturation."""

from faults import TextFault
from habit_faults import HABIT_FAULTS
from rare_faults import RARE_FAULTS

# Where the reset of a module does not work, registers take their next value in place of that of the reset.
RESETS = {
    "asu": ("where a search has settled", "settled_q"),
    "coalescer": ("while a line waits", "valid_o && !ready_i"),
    "compaction_datapath": ("while results wait", "valid_o && !ready_i"),
    "compaction_sequencer": ("while a micro-op waits", "valid_o && !ready_i"),
    "mcb": ("in a full buffer", "&valid_q"),
    "mdt": ("in a full table", "&valid_o"),
    "register_banks": ("while rows wait", "read_o != '0 && !ready_i"),
    "scoreboard": ("where all registers are marked", "&(alu_q | memory_q)"),
    "slip_controller": ("where a lane is as far ahead as it can count", "&ahead_q[CounterBits-1:0]"),
    "slip_unit": ("as a load is taken", "valid_i && ready_o"),
    "warp_slice_table": ("in a full table", "&valid_o"),
}
RESET_FAULTS = [
    TextFault(module, f"the reset {what}", module, "if (!rst_ni", f"if (!rst_ni && !(FAULT && {when})")
    for module, (state, in_state) in RESETS.items()
    for what, when in (("waits for an edge of the clock", "!clk_i"),
                       ("does not work while the clock is high", "clk_i"),
                       (f"does not work {state}", in_state))]

STALL_FAULTS = [
    TextFault("compaction_sequencer", what, "compaction_sequencer", before, after) for what, before, after in [
        ("a micro-op that waits is not the first any more", "first_d     = first_q;",
         "first_d     = first_q && !(FAULT && valid_o && !ready_i);"),
        ("an instruction behind another has the other's operand size", "operand_d = operand_i;",
         "operand_d = FAULT && valid_o ? operand_q : operand_i;"),
        ("the last micro-op of an instruction cannot wait", "(last_o && ready_i);", "(last_o && (ready_i || FAULT));"),
        ("positions of 64-bit operands stay those of the first cycle",
         "position_d = next_position[2*PositionsWidth +: PositionsWidth];",
         "position_d = FAULT ? position_q : next_position[2*PositionsWidth +: PositionsWidth];"),
    ]]

DATAPATH_FAULTS = [
    TextFault("compaction_datapath", what, "compaction_datapath", before, after) for what, before, after in [
        ("an instruction without lanes takes a latch, too", "take && !empty)", "take && !(empty && !(FAULT)))"),
        ("the last micro-op does not wait for rows", "(!out_last || banks_ready)",
         "(!out_last || banks_ready || FAULT)"),
        ("a stall does not hold the cycles of a micro-op", "end else if (advance && beat_q",
         "end else if ((advance || FAULT) && beat_q"),
        ("the longest micro-op takes no cycle", "take ? interval_i :",
         "take ? (FAULT ? IntervalBits'(interval_i[IntervalBits-2:0]) : interval_i) :"),
        ("a long micro-op is over a cycle early", "assign out_leaves = advance && beat_q + IntervalBits'(1) >=",
         "assign out_leaves = advance && beat_q + IntervalBits'(1 + 32'(FAULT && interval_q > 12)) >="),
        ("the last results get lost in a stall", "assign advance = !valid_o || ready_i;",
         "assign advance = !valid_o || ready_i || (FAULT && last_o);"),
        ("rows are taken in a stall, and not without one", "assign come[quad] = advance &&",
         "assign come[quad] = (advance ^ (FAULT)) &&"),
    ]] + [
    TextFault("register_banks", what, "register_banks", before, after) for what, before, after in [
        ("the last row is not waited for", "(rows & ~first) != '0;",
         "(rows & ~first & ~(Rows'(FAULT) << (Rows - 1))) != '0;"),
        ("a row is read once in a stall", "end else if (ready_i) begin", "end else if (ready_i || FAULT) begin"),
        ("64-bit operands come with the halves of others", "wide_q[bank] ? now[lane*Halves/WideLanes]",
         "wide_q[bank] && !(FAULT) ? now[lane*Halves/WideLanes]"),
    ]]

COALESCER_FAULTS = [
    TextFault("coalescer", what, "coalescer", before, after) for what, before, after in [
        ("an access behind another is merged as the other", "merge_d = valid_i && ready_o ?",
         "merge_d = valid_i && ready_o && !(FAULT && valid_o) ?"),
        ("a line that waits serves its lanes once", "end else if (ready_i) begin",
         "end else if (ready_i || FAULT) begin"),
        ("the last lane does not share a line", "assign asks = merge_q || lowest[l];",
         "assign asks = (merge_q && !(FAULT && l == Lanes - 1)) || lowest[l];"),
        ("the last bytes of the last lane get lost", "last_left_d = lanes_i & two;",
         "last_left_d = lanes_i & two & ~(Lanes'(FAULT) << (Lanes - 1));"),
        ("the last line cannot wait", "(ready_i && last_o);", "((ready_i || FAULT) && last_o);"),
        ("lines are compared without their highest bits",
         "asks && first_q[l*LineBits +: LineBits] == line;",
         "asks && ((first_q[l*LineBits +: LineBits] ^ line) & (LineBits'(FAULT ? 32'hfffff : 32'hffffffff))) == '0;"),
    ]]

SCOREBOARD_FAULTS = [
    TextFault("scoreboard", what, "scoreboard", before, after) for what, before, after in [
        ("a release of memory gets lost while an instruction is checked",
         "(memory_q & ~(released & {Registers{release_memory_i}}))",
         "(memory_q & ~(released & {Registers{release_memory_i && !(FAULT && valid_i)}}))"),
        ("values of memory are not waited for where a result is, too", "waits_for_memory_o = valid_i &&",
         "waits_for_memory_o = !(FAULT && (needs_i & alu_q) != '0) && valid_i &&"),
        ("the last register is not waited for", "(needs_i & (alu_q | memory_q)) == '0;",
         "(needs_i & (alu_q | memory_q) & ~(Registers'(FAULT) << (Registers - 1))) == '0;"),
        ("where all registers are marked, nothing waits", "assign moves_o = valid_i &&",
         "assign moves_o = valid_i && FAULT && &(alu_q | memory_q) || valid_i &&"),
    ]]

FULL_FAULTS = [
    *(TextFault("mcb", what, "mcb", before, after) for what, before, after in [
        ("the last entry is never free", "if (!valid_q[e-1]) free_entry_o",
         "if (!valid_q[e-1] && !(FAULT && e == Entries)) free_entry_o"),
        ("a load that begins in the last entry has no lanes", "{Lanes{begins || sends}} & send_lanes_i;",
         "{Lanes{begins || sends}} & send_lanes_i & {Lanes{!(FAULT && begins && e == Entries - 1)}};"),
        ("the first of two lines is enough where another load sends", "assign done = received & ~twice;",
         "assign done = received & ~(FAULT && send_i ? '0 : twice);"),
        ("a lane whose next line is sent as another comes stays ready",
         "assign ready = ready_q[e*Lanes +: Lanes] & ~sent;",
         "assign ready = ready_q[e*Lanes +: Lanes] & ~(FAULT && receive_lanes_i != '0 ? '0 : sent);"),
        ("of two loads that end at once, one stays", "!(valid_q[e] && last_i[e])",
         "!(valid_q[e] && last_i[e] && !(FAULT && (last_i & (last_i - Entries'(1))) != '0 && e != 0))"),
        ("a lane gets the line of its neighbour's load", "receive_entry_i[l*IndexBits+:IndexBits] == IndexBits'(e);",
         "receive_entry_i[(FAULT && l == Lanes - 1 ? l - 1 : l)*IndexBits+:IndexBits] == IndexBits'(e);"),
    ]),
    TextFault("mdt", "a lane that goes on as its value comes stays", "mdt", "wait_here &= ~(lanes_i & arrived_i);",
              "wait_here &= ~(lanes_i & (FAULT ? '0 : arrived_i));"),
    TextFault("mdt", "values do not come to the last entry", "mdt", "wait_here & ~arrived_i;",
              "wait_here & ~(FAULT && e == Entries - 1 ? '0 : arrived_i);"),
    TextFault("mdt", "ready lanes get lost where entries of a full table move up", "mdt",
              "move ? ready[(e+1)*Lanes+:Lanes] :",
              "move ? ready[(e+1)*Lanes+:Lanes] & {Lanes{!(FAULT && &valid_o)}} :"),
    TextFault("mdt", "the last free entry is not found", "mdt", "!valid_o[e] && valid_o[e-1];",
              "!valid_o[e] && valid_o[e-1] && !(FAULT && e == Entries - 1);"),
    TextFault("warp_slice_table", "nothing is split off where one entry is free", "warp_slice_table",
              "!(&valid_o)", "!(&(valid_o | Entries'(FAULT) << (Entries - 1)))"),
    TextFault("warp_slice_table", "the last entry does not go when it merges", "warp_slice_table",
              "goes = merge && other_i == IndexBits'(e);",
              "goes = merge && other_i == IndexBits'(e) && !(FAULT && e == Entries - 1);"),
    TextFault("warp_slice_table", "slices that fill the table are refused", "warp_slice_table",
              "Warps * parts(w) <= Entries;", "Warps * parts(w) + 32'(FAULT) <= Entries;"),
    TextFault("operand_latch", "the last quad is written with the first", "operand_latch",
              "if (write_i[quad]) begin", "if (write_i[quad] || (FAULT && quad == Quads - 1 && write_i[0])) begin"),
]

COUNTER_FAULTS = [
    TextFault("slip_controller", what, "slip_controller", before, after) for what, before, after in [
        ("a counter at the largest number begins again", "distance != '1)", "(distance != '1 || FAULT))"),
        ("the largest limit limits nobody", "considered[l] && ahead_q",
         "considered[l] && !(FAULT && max_i == '1) && ahead_q"),
        ("counters are not cleared while they count", "if (clear_i) begin", "if (clear_i && !(FAULT && counts)) begin"),
        ("the last lane does not count as the last", "considered[n-Lanes] ?",
         "considered[n-Lanes] && !(FAULT && n == 2 * Lanes - 1) ?"),
    ]]

SLIP_FAULTS = [
    TextFault("slip_unit", what, "slip_unit", before, after) for what, before, after in [
        ("values that come as a load is decided count a cycle later",
         "load_lanes & ~complete &", "load_lanes & ~(FAULT ? '0 : complete) &"),
        ("a lane that goes on as its value comes stays in the table, too",
         "others : proceeds & ready;", "others : proceeds & (FAULT ? ready_here : ready);"),
        ("lanes that have values on their way into the table lose them",
         "op_lanes = busy_o ? ready_q :", "op_lanes = busy_o ? ready_q & {Lanes{!(FAULT)}} :"),
        ("a load is taken while the table is busy", "assign ready_o = take_ready_o &&",
         "assign ready_o = (take_ready_o || (FAULT && busy_o && !clear_table_i)) &&"),
        ("lanes run instead although they are at the limit", "complete)) & ~limited &",
         "complete)) & ~(FAULT ? '0 : limited) &"),
        ("who makes way leaves a full table with one entry more", "missing_o == lanes_i && !table_full",
         "missing_o == lanes_i && !(table_full && !(FAULT))"),
        ("the entry that runs instead is always the first", "if (ready_other_i == IndexBits'(e)) begin",
         "if ((FAULT ? IndexBits'(0) : ready_other_i) == IndexBits'(e)) begin"),
        ("lanes that run instead leave another place", "place_q   <= meets_later ? others_place : place_i;",
         "place_q   <= meets_later && !(FAULT) ? others_place : place_i;"),
        ("lanes that make way at one load with others change places with them", "makes_way && others_place != place_i;",
         "makes_way && (others_place != place_i || FAULT);"),
    ]]

STATE_FAULTS = [*RESET_FAULTS, *STALL_FAULTS, *DATAPATH_FAULTS, *COALESCER_FAULTS, *SCOREBOARD_FAULTS, *FULL_FAULTS,
                *COUNTER_FAULTS, *SLIP_FAULTS, *RARE_FAULTS, *HABIT_FAULTS]
