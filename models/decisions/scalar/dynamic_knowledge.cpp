// SPDX-License-Identifier: Apache-2.0
// Hardware knows which registers are in scalar rows, and compares the lanes of the others.
#include "decisions/execute/float_csr.h"
#include "decisions/execute/lane_equality.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// A CSR that is the same for all work-items of a warp, which may be of several groups.
bool is_of_warp(std::uint32_t csr, bool one_group) {
  if (is_float_csr(csr)) return false;
  const auto work_item = static_cast<WorkItemCsr>(csr);
  const auto within = [work_item](WorkItemCsr first, WorkItemCsr last) {
    return work_item >= first && work_item <= last;
  };
  return (one_group && within(WorkItemCsr::GroupId0, WorkItemCsr::GroupId2)) ||
         within(WorkItemCsr::LocalSize0, WorkItemCsr::PrintfBuffer) ||
         within(WorkItemCsr::MaxSubGroupSize, WorkItemCsr::SubGroupCount);
}

class DynamicKnowledge final : public ScalarKnowledge {
 public:
  bool known(const WarpInstruction& instruction) const override {
    if (instruction.active.count() == 1) return true;
    const Instruction& decoded = instruction.riscv();
    if (decoded.kind == InstructionClass::Csr) {
      const Launch& launch = instruction.warp->launch();
      return is_of_warp(static_cast<std::uint32_t>(decoded.imm),
                        launch.order != ItemOrder::RegionsOfLaunch);
    }
    if (rounds(instruction)) return false;
    for (unsigned k = 0; k < decoded.sources; ++k) {
      if (!in_row(instruction, k)) return false;
    }
    return true;
  }

  OperandComparison compare(const WarpInstruction& instruction) const override {
    const Instruction& decoded = instruction.riscv();
    if (decoded.kind == InstructionClass::Csr || rounds(instruction)) return {};
    OperandComparison result{true, 0};
    for (unsigned k = 0; k < decoded.sources; ++k) {
      if (in_row(instruction, k)) continue;
      result.lanes += instruction.active.count() - 1;
      result.equal = result.equal && equal_in_lanes(*instruction.warp, decoded.source_rows()[k],
                                                    instruction.active);
    }
    return result;
  }

  bool compares() const override { return true; }

  AddressPattern addresses(const WarpInstruction& instruction) const override {
    return in_row(instruction, 0) ? AddressPattern::Uniform : AddressPattern::Unknown;
  }

 private:
  static bool in_row(const WarpInstruction& instruction, unsigned operand) {
    return instruction.warp->scalar_rows().holds(instruction.riscv().source_rows()[operand]);
  }
  /// Whether each lane rounds the result as it pleases.
  static bool rounds(const WarpInstruction& instruction) {
    return rounds_by_lane(instruction.riscv(), instruction.warp->launch().image->traits);
  }
};

}  // namespace

std::unique_ptr<ScalarKnowledge> make_dynamic_knowledge() {
  return std::make_unique<DynamicKnowledge>();
}

}  // namespace lanefold
