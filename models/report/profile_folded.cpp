// SPDX-License-Identifier: Apache-2.0
// A profile as collapsed stacks.
#include <algorithm>
#include <map>

#include "lanefold/profile_report.h"
#include "report/profile_groups.h"

namespace lanefold {
namespace {

/// Frames end with a semicolon, and a stack with a blank and its number.
std::string frame_of(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ';' || c == '\n' || c == '\r'; }, ',');
  return name;
}

/// From the kernel to the line.
std::string stack_of(const KernelProfile& kernel, const ProfiledInstruction& instruction) {
  std::string text = frame_of(kernel.kernel);
  for (auto frame = instruction.stack.rbegin(); frame != instruction.stack.rend(); ++frame) {
    if (frame->function == kernel.kernel) continue;
    text += ";" + frame_of(frame->function.empty() ? kNoFunction : frame->function);
  }
  if (instruction.stack.empty()) return text + ";" + frame_of(instruction.text);
  const std::string line = text_of_line(instruction.stack.front().line);
  return text + ";" + frame_of(line.empty() ? instruction.text : line);
}

}  // namespace

std::string profile_folded(const ProfileRecord& record) {
  if (record.runs.empty()) return {};
  std::map<std::string, std::uint64_t> stacks;
  for (const KernelProfile& kernel : record.runs.front().kernels) {
    for (const ProfiledInstruction& one : kernel.instructions) {
      stacks[stack_of(kernel, one)] += one.counts.ledger.total();
    }
    for (std::size_t i = 0; i < kSlotCauses; ++i) {
      const auto cause = static_cast<SlotCause>(i);
      const std::string name = frame_of(kernel.kernel) + ";(" + slot_cause_name(cause) + ")";
      stacks[name] += kernel.no_instruction[cause];
    }
  }
  std::string text;
  for (const auto& [stack, slots] : stacks) {
    if (slots != 0) text += stack + " " + std::to_string(slots) + "\n";
  }
  return text;
}

}  // namespace lanefold
