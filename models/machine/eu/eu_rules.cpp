// SPDX-License-Identifier: Apache-2.0
// Parameters that code of Gen8's EU has no use for, or cannot bear.
#include "machine/eu/eu_rules.h"

#include <fmt/format.h>

#include "decisions/warp_slices/simd_configuration.h"
#include "decisions/zebin/payload.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

constexpr const char* kShared =
    "channels of a thread share values that change once for all of them";

void refuse(bool refused, const char* setting, const char* reason, const char* instead) {
  if (!refused) return;
  throw Error(ErrorKind::Configuration, fmt::format("core.isa=gen8 cannot be timed with {}: {}; {}",
                                                    setting, reason, instead));
}

}  // namespace

void check_timed_machine(const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  if (core.isa != InstructionSet::Gen8) return;
  refuse(core.on_miss == OnMiss::Slip, "core.on_miss=slip", kShared, "take block or stall-on-use");
  refuse(core.on_miss == OnMiss::Divide, "core.on_miss=divide", kShared,
         "take block or stall-on-use");
  refuse(core.on_branch == OnBranch::Divide, "core.on_branch=divide", kShared, "take serialize");
  refuse(adapts(core), "core.adaptation.strategy", kShared,
         "set it to off, and choose the width by --simd");
  refuse(!core.keeps_whole_warps(), "core.simd", kShared,
         "set it to warps, and choose the width by --simd");
  refuse(core.slice_quads == SliceQuads::Slice, "core.slice_quads=slice",
         "its threads are not divided", "take warp");
  refuse(core.scalar.execution != ScalarExecution::Off, "core.scalar.execution",
         "the compiler has found what is done once", "set it to off");
  refuse(core.datapath == DatapathFidelity::Exact, "core.datapath=exact",
         "quads of its regions are not moved one by one", "take fast");
  refuse(machine.memory.values == MemoryValues::Through, "memory.values=through",
         "its messages move values beside memory", "take beside");
  if (const unsigned threads = machine.cores * core.warps; threads > kThreadSlots) {
    throw Error(
        ErrorKind::Configuration,
        fmt::format("core.isa=gen8 can be timed with {} hardware threads; cores x core.warps "
                    "are {}",
                    kThreadSlots, threads));
  }
}

}  // namespace lanefold::gen8
