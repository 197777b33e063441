// SPDX-License-Identifier: Apache-2.0
// Listings, a table and JSON of Gen8's kernels.
#include "gen8_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "base/nearest_name.h"
#include "base/text.h"
#include "decisions/isa/gen8/instruction.h"
#include "lanefold/device.h"
#include "lanefold/error.h"
#include "machine/eu/eu_program.h"

namespace lanefold {
namespace {

using gen8::LinkedInstruction;

/// What says for which channels an instruction is carried out.
std::string mask_of(const LinkedInstruction& one) {
  if (one.predicated || one.kind == InstructionClass::Branch) {
    return one.unmasked ? "predicate" : "enabled, predicate";
  }
  return one.unmasked ? "all" : "enabled";
}

/// 16 from channel 0 on: "16|M0".
std::string channels_of(const LinkedInstruction& one) {
  return fmt::format("{}|M{}", one.lanes, one.first_lane);
}

template <class Condition>
std::string count_if(const ListedKernel& kernel, Condition&& condition) {
  const auto count = std::count_if(kernel.code.begin(), kernel.code.end(), condition);
  return with_thousands(static_cast<unsigned long long>(count));
}

std::string run_columns(const ActiveChannels::Count& count) {
  if (count.executions == 0) return fmt::format("{:>12}  {:>6}", 0, "");
  return fmt::format("{:>12}  {:>6.2f}", with_thousands(count.executions),
                     static_cast<double>(count.channels) / static_cast<double>(count.executions));
}

nlohmann::ordered_json instruction_json(const LinkedInstruction& one, const ActiveChannels* run) {
  nlohmann::ordered_json entry;
  entry["pc"] = one.pc;
  entry["text"] = disassemble(one.instruction);
  entry["channels"] = one.lanes;
  entry["first_channel"] = one.first_lane;
  entry["mask"] = mask_of(one);
  if (run != nullptr) {
    const ActiveChannels::Count count = run->at(one.pc);
    entry["executions"] = count.executions;
    entry["active_channels"] = count.channels;
  }
  return entry;
}

}  // namespace

void ActiveChannels::executed(const PipelineInstruction& instruction, LaneMask active) {
  Count& count = counts_[instruction.pc];
  ++count.executions;
  count.channels += active.count();
}

ActiveChannels::Count ActiveChannels::at(std::uint32_t pc) const {
  const auto found = counts_.find(pc);
  return found == counts_.end() ? Count() : found->second;
}

std::vector<ListedKernel> listed_kernels(const Program& program, const std::string& only) {
  // Where data lies does not change what instructions are.
  const gen8::MachineBuffers nowhere = {[](std::size_t, bool) { return Buffer(); },
                                        [](const auto&, const auto&) {}, [](const auto&) {}};
  gen8::EuProgram placed(*program.zebin(), nowhere);
  const auto& kernels = program.zebin()->kernels;
  std::vector<ListedKernel> listed;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const gen8::ZebinKernel& one = kernels[i];
    names.push_back(one.info.name);
    if (!only.empty() && only != one.info.name) continue;
    listed.push_back({one.info.name, one.simd_size, placed.code(i)});
  }
  if (listed.empty()) {
    throw Error(ErrorKind::Launch,
                program.name() + " has no kernel " + in_quotes(only) + suggestion(only, names));
  }
  return listed;
}

std::string gen8_listing(const ListedKernel& kernel, const ActiveChannels* run) {
  std::string text = fmt::format("kernel {}, SIMD{}\n", kernel.name, kernel.simd_size);
  std::string heading = fmt::format("  {:<7}  {:<8}  {:<18}", "pc", "channels", "mask");
  if (run != nullptr) heading += fmt::format("  {:>12}  {:>6}", "executions", "active");
  text += heading + "  instruction\n";
  for (const LinkedInstruction& one : kernel.code) {
    text += fmt::format("  {:#x}  {:<8}  {:<18}  ", one.pc, channels_of(one), mask_of(one));
    if (run != nullptr) text += run_columns(run->at(one.pc)) + "  ";
    text += disassemble(one.instruction) + "\n";
  }
  return text;
}

std::string gen8_summary(const std::vector<ListedKernel>& kernels) {
  TextTable table(
      {"kernel", "SIMD", "instructions", "SIMD1", "NoMask", "predicated", "messages", "branches"});
  for (const ListedKernel& kernel : kernels) {
    table.row(
        {kernel.name, std::to_string(kernel.simd_size), with_thousands(kernel.code.size()),
         count_if(kernel, [](const LinkedInstruction& one) { return one.lanes == 1; }),
         count_if(kernel, [](const LinkedInstruction& one) { return one.unmasked; }),
         count_if(kernel, [](const LinkedInstruction& one) { return one.predicated; }),
         count_if(kernel, [](const LinkedInstruction& one) { return one.unit == Unit::Send; }),
         count_if(kernel, [](const LinkedInstruction& one) {
           return one.kind == InstructionClass::Branch;
         })});
  }
  return table.text();
}

std::string gen8_listing_json(const std::vector<ListedKernel>& kernels, const ActiveChannels* run) {
  nlohmann::ordered_json root;
  root["schema"] = "lanefold.listing/1";
  root["kernels"] = nlohmann::ordered_json::array();
  for (const ListedKernel& kernel : kernels) {
    nlohmann::ordered_json object;
    object["kernel"] = kernel.name;
    object["simd"] = kernel.simd_size;
    object["instructions"] = nlohmann::ordered_json::array();
    for (const LinkedInstruction& one : kernel.code) {
      object["instructions"].push_back(instruction_json(one, run));
    }
    root["kernels"].push_back(std::move(object));
  }
  return root.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
