// SPDX-License-Identifier: Apache-2.0
// The analysis of uniformity has marked the instructions of the kernel before it runs.
#include "decisions/execute/warp.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "decisions/scalar/scalar_marks.h"

namespace lanefold {
namespace {

class StaticKnowledge final : public ScalarKnowledge {
 public:
  bool known(const WarpInstruction& instruction) const override {
    return mark_of(instruction).once;
  }
  bool reads_marks() const override { return true; }
  AddressPattern addresses(const WarpInstruction& instruction) const override {
    return mark_of(instruction).addresses;
  }

 private:
  static const ScalarMark& mark_of(const WarpInstruction& instruction) {
    return instruction.warp->launch().scalar_marks->at_pc(instruction.pc);
  }
};

}  // namespace

std::unique_ptr<ScalarKnowledge> make_static_knowledge() {
  return std::make_unique<StaticKnowledge>();
}

}  // namespace lanefold
