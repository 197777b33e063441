// SPDX-License-Identifier: Apache-2.0
// The list of edges.
#include "decisions/pipeline/edges.h"

namespace lanefold {
namespace {

constexpr const char* kWarp = "WarpInstruction";
constexpr const char* kThread = "ThreadCommand";
constexpr const char* kExact = "core.datapath=exact";
constexpr const char* kScalar = "core.scalar.execution";
constexpr const char* kHolds = "core.on_miss other than stall-on-use";
constexpr const char* kSlips = "core.on_miss=slip";
constexpr const char* kSlices = "core.simd=slices";
constexpr const char* kGen8 = "core.isa=gen8";

}  // namespace

const std::array<EdgeInfo, kEdgeCount> kEdges{{
    {Edge::Command, "thread_dispatcher.command", "core.command", kThread, Waits::Nothing, ""},
    {Edge::CoreCommand, "core.thread_command", "warp_slices.command", kThread, Waits::Nothing, ""},
    {Edge::Admitted, "warp_slices.admitted", "fetch.command", kThread, Waits::Sender, ""},
    {Edge::Fetched, "fetch.decode", "decode.fetched", kWarp, Waits::Sender, ""},
    {Edge::Decoded, "decode.decoded", "execution_mask.decoded", kWarp, Waits::Sender, ""},
    {Edge::Masked, "execution_mask.masked", "scoreboard.masked", kWarp, Waits::Fetch, ""},
    {Edge::Ready, "scoreboard.ready", "arbiter.ready, scalar_control.ready or predicate_mask.ready",
     kWarp, Waits::Scoreboard, ""},
    {Edge::Decided, "scalar_control.decided", "arbiter.ready", kWarp, Waits::Scoreboard, kScalar},
    {Edge::Predicated, "predicate_mask.predicated", "arbiter.ready", kWarp, Waits::Scoreboard,
     kGen8},
    {Edge::Issued, "arbiter.issue", "issue_counter.issued", kWarp, Waits::Arbiter, ""},
    {Edge::Counted, "issue_counter.counted", "compaction_control.issued", kWarp, Waits::Arbiter,
     ""},
    {Edge::Scheduled, "compaction_control.scheduled", "register_banks.scheduled", kWarp,
     Waits::Arbiter, ""},
    {Edge::Addresses, "register_banks.addresses", "load_store_unit.addresses", kWarp,
     Waits::Arbiter, ""},
    {Edge::Operands, "register_banks.operands",
     "swizzle_crossbar.operands or operand_latch.operands", kWarp, Waits::Arbiter, ""},
    {Edge::Latched, "operand_latch.latched", "swizzle_crossbar.operands", kWarp, Waits::Arbiter,
     kExact},
    {Edge::ToFpu, "swizzle_crossbar.fpu", "fpu.operands", kWarp, Waits::Arbiter, ""},
    {Edge::ToEm, "swizzle_crossbar.em", "em.operands", kWarp, Waits::Arbiter, ""},
    {Edge::ToScalar, "swizzle_crossbar.scalar", "scalar_pipe.operands", kWarp, Waits::Arbiter,
     "core.scalar.execution=pipe"},
    {Edge::ToControl, "swizzle_crossbar.control", "control_pipe.operands", kWarp, Waits::Arbiter,
     kGen8},
    {Edge::Results, "PIPE.results", "write_back.alu or unswizzle.alu", kWarp, Waits::Nothing, ""},
    {Edge::Unswizzled, "unswizzle.results", "write_back.alu", kWarp, Waits::Nothing, kExact},
    {Edge::Local, "load_store_unit.local", "local_memory.requests", kWarp, Waits::Sender, ""},
    {Edge::Completed, "load_store_unit.completed", "memory_divergence.loads", kWarp, Waits::Sender,
     ""},
    {Edge::Arrived, "load_store_unit.arrived", "memory_divergence.arrived", "LaneArrival",
     Waits::Nothing, kHolds},
    {Edge::Proceeded, "memory_divergence.proceeded", "load_store_unit.proceeded", kWarp,
     Waits::Sender, kHolds},
    {Edge::Resume, "memory_divergence.resume", "fetch.resume", kThread, Waits::Nothing, kHolds},
    {Edge::DivideLoad, "memory_divergence.divide", "warp_slices.load", "Division", Waits::Sender,
     "core.on_miss=divide"},
    {Edge::Served, "memory_divergence.completed", "write_back.memory", kWarp, Waits::Nothing, ""},
    {Edge::Written, "write_back.banks", "register_banks.write_port", kWarp, Waits::Sender, ""},
    {Edge::Released, "write_back.scoreboard", "scoreboard.release", kWarp, Waits::Nothing, ""},
    {Edge::Resolved, "write_back.resolved", "fetch.resolved", kWarp, Waits::Sender, ""},
    {Edge::DivideBranch, "write_back.divide", "warp_slices.branch", "Division", Waits::Sender,
     "core.on_branch=divide"},
    {Edge::Stopped, "write_back.retired", "warp_slices.stopped", kWarp, Waits::Sender, ""},
    {Edge::Retired, "warp_slices.retired", "thread_dispatcher.retired", kWarp, Waits::Sender, ""},
    {Edge::LeftBehind, "core.left_behind", "memory_divergence_table.requests", "MdtRequest",
     Waits::Sender, kSlips},
    {Edge::Slip, "core.slipping", "slip_controller.requests", "SlipRequest", Waits::Sender, kSlips},
    {Edge::Completion, "load_store_unit.completion", "miss_completion_buffer.requests",
     "CompletionRequest", Waits::Sender, kHolds},
    {Edge::Slices, "warp_slices.changes", "warp_slice_table.requests", "SliceRequest",
     Waits::Sender, kSlices},
    {Edge::Adaptation, "warp_slices.adaptation", "adaptation_state_unit.requests",
     "AdaptationRequest", Waits::Sender, "core.adaptation.strategy"},
}};

}  // namespace lanefold
