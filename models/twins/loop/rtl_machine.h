// SPDX-License-Identifier: Apache-2.0
// The cycle-level machine with Verilated RTL in the place of some of its blocks.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/lane_mask.h"
#include "lanefold/machine.h"
#include "lanefold/machine_config.h"
#include "lanefold/pipeline_trace.h"
#include "lanefold/quad_geometry.h"
#include "twins/loop/rtl_questions.h"

namespace lanefold {

/// What of the RTL a waveform records.
struct WaveSelection {
  CycleWindow window = {};
  std::optional<unsigned> core = std::nullopt;  ///< the RTL of this one only
  std::vector<std::string> blocks = {};         ///< of rtl_block_names(); empty: all that are RTL
};

/// What is to be RTL.
struct RtlRequest {
  std::vector<std::string> blocks;                    ///< words of `--rtl` (rtl_blocks.h)
  std::optional<std::string> waves = std::nullopt;    ///< waveform file (FST)
  std::shared_ptr<RtlQuestions> questions = nullptr;  ///< counted here, if anywhere
  /// Gets a sentence for RTL of the user's own that does not have all shapes of its block, and one
  /// about the first instruction to which RTL with a time of its own gives another one than the
  /// model. Outlives the machine.
  std::vector<std::string>* notes = nullptr;
  WaveSelection recorded = {};  ///< in the waveform
};

/// In every core the blocks named are RTL. RTL that carries operands needs the exact data path,
/// which is then used whatever `config` says: it takes the same cycles and counts the same. Throws
/// as select_rtl_blocks (rtl_blocks.h) does, and Error(Configuration) for a shape that
/// rtl/geometries.txt does not have, and as TwinSession::trace does; for RTL of the user's own as
/// load_own_rtl (plugin.h).
std::unique_ptr<Machine> make_rtl_machine(const MachineConfig& config, const RtlRequest& request);

/// What model and RTL answer for one mask, under every policy.
struct MaskComparison {
  std::string text;
  std::vector<std::string> different;  ///< policies under which they differ
};
MaskComparison compare_mask_with_rtl(LaneMask mask, const QuadGeometry& geometry);

}  // namespace lanefold
