// SPDX-License-Identifier: Apache-2.0
// Payloads of the pipeline, reused so that no instruction allocates.
#pragma once

#include <memory>
#include <vector>

#include "pipeline/warp_instruction.h"

namespace lanefold {

class InstructionPool {
 public:
  WarpInstruction* take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<WarpInstruction>());
      free_.push_back(all_.back().get());
    }
    WarpInstruction* instruction = free_.back();
    free_.pop_back();
    return instruction;
  }
  void give_back(WarpInstruction* instruction) { free_.push_back(instruction); }
  /// Everything is free again, for instance after a launch that failed.
  void reset() {
    free_.clear();
    for (const auto& instruction : all_) free_.push_back(instruction.get());
  }
  std::size_t in_flight() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<WarpInstruction>> all_;
  std::vector<WarpInstruction*> free_;
};

}  // namespace lanefold
