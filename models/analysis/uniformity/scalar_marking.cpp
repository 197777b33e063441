// SPDX-License-Identifier: Apache-2.0
// Marks from classes of uniformity.
#include "analysis/uniformity/scalar_marking.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanefold {
namespace {

AddressPattern pattern_of(const Uniformity& address) {
  if (address.is_uniform()) return AddressPattern::Uniform;
  return address.is_affine() && address.stride() ? AddressPattern::Affine : AddressPattern::Unknown;
}

ScalarMark mark_of(const Instruction& instruction, const InstructionUniformity& known) {
  ScalarMark mark;
  const auto* end = known.sources.data() + instruction.sources;
  mark.once = known.value.is_uniform() &&
              std::all_of(known.sources.data(), end,
                          [](const Uniformity& source) { return source.is_uniform(); });
  const bool accesses =
      instruction.kind == InstructionClass::Load || instruction.kind == InstructionClass::Store;
  if (accesses) mark.addresses = pattern_of(known.sources[0]);
  return mark;
}

}  // namespace

ScalarMarks mark_scalar_work(const ProgramImage& image, const KernelUniformity& kernel) {
  std::vector<ScalarMark> marks(image.code.size());
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    if (kernel.at(i).reached) marks[i] = mark_of(image.code[i], kernel.at(i));
  }
  return {image.flow.base, std::move(marks)};
}

}  // namespace lanefold
