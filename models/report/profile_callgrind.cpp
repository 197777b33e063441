// SPDX-License-Identifier: Apache-2.0
// A profile in the format of Callgrind, version 1, which KCachegrind and callgrind_annotate read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "lanefold/profile_report.h"
#include "lanefold/version.h"
#include "report/profile_groups.h"

namespace lanefold {
namespace {

struct Event {
  const char* name;
  const char* help;
  std::uint64_t (*of)(const InstructionCounts& counts);
};

std::uint64_t slots_lost_to(const InstructionCounts& counts, SlotCause cause) {
  return counts.ledger[cause];
}

const std::array<Event, 9> kEvents{{
    {"Slots", "lane-slots charged", [](const auto& c) { return c.ledger.total(); }},
    {"Useful", "lane-slots in which active lanes compute",
     [](const auto& c) { return slots_lost_to(c, SlotCause::Useful); }},
    {"Divergence", "lane-slots lost to control divergence",
     [](const auto& c) { return slots_lost_to(c, SlotCause::ControlDivergence); }},
    {"OperandWait", "lane-slots lost while a result is awaited",
     [](const auto& c) { return slots_lost_to(c, SlotCause::OperandWait); }},
    {"MemoryWait", "lane-slots lost while memory is awaited",
     [](const auto& c) { return slots_lost_to(c, SlotCause::MemoryWait); }},
    {"Issues", "instructions issued", [](const auto& c) { return c.warp_instructions; }},
    {"Lanes", "active lanes of these", [](const auto& c) { return c.lane_instructions; }},
    {"EuCycles", "ALU cycles as timed", [](const auto& c) { return c.timed_eu_cycles; }},
    {"MemoryLines", "line requests", [](const auto& c) { return c.memory_lines; }},
}};

using Costs = std::array<std::uint64_t, kEvents.size()>;

Costs costs_of(const InstructionCounts& counts) {
  Costs costs{};
  for (std::size_t i = 0; i < kEvents.size(); ++i) costs[i] = kEvents[i].of(counts);
  return costs;
}

void add(Costs& sum, const Costs& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

std::string text_of(const Costs& costs) {
  std::string text;
  for (const std::uint64_t cost : costs) text += fmt::format(" {}", cost);
  return text + "\n";
}

/// Lines of the format end with the name.
std::string one_line(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return name;
}

struct Function {
  std::string file;
  std::string name;

  bool operator<(const Function& other) const {
    return std::tie(file, name) < std::tie(other.file, other.name);
  }
};

Function function_of(const SourceFrame& frame) {
  return {frame.line.known() ? frame.line.file : "???",
          frame.function.empty() ? kNoFunction : frame.function};
}

/// An inlined function, as called from a line of another one.
struct Call {
  std::uint64_t issues = 0;  ///< most of any of its instructions
  std::uint32_t pc = 0;      ///< of the first of its instructions
  std::uint32_t line = 0;    ///< of that
  Costs inclusive{};
};

struct FunctionCosts {
  struct Own {
    std::uint32_t pc;
    std::uint32_t line;
    Costs costs;
  };
  std::vector<Own> own;
  std::map<std::tuple<std::uint32_t, Function>, Call> calls;  ///< by line of the call
};

void add_instruction(std::map<Function, FunctionCosts>& functions, const ProfiledInstruction& one) {
  const Costs costs = costs_of(one.counts);
  if (one.stack.empty()) {
    functions[{"???", kNoFunction}].own.push_back({one.pc, 0, costs});
    return;
  }
  functions[function_of(one.stack.front())].own.push_back(
      {one.pc, one.stack.front().line.number, costs});
  for (std::size_t i = 1; i < one.stack.size(); ++i) {
    FunctionCosts& caller = functions[function_of(one.stack[i])];
    const SourceFrame& callee = one.stack[i - 1];
    Call& call = caller.calls[{one.stack[i].line.number, function_of(callee)}];
    if (call.issues == 0) {
      call.pc = one.pc;
      call.line = callee.line.number;
    }
    call.issues = std::max({call.issues, one.counts.warp_instructions, std::uint64_t{1}});
    add(call.inclusive, costs);
  }
}

std::string kernel_text(const KernelProfile& kernel) {
  std::map<Function, FunctionCosts> functions;
  for (const ProfiledInstruction& one : kernel.instructions) add_instruction(functions, one);
  std::string text = "\nob=" + one_line(kernel.kernel) + "\n";
  for (const auto& [function, costs] : functions) {
    text += "\nfl=" + one_line(function.file) + "\nfn=" + one_line(function.name) + "\n";
    for (const auto& own : costs.own) {
      text += fmt::format("{:#x} {}", own.pc, own.line) + text_of(own.costs);
    }
    for (const auto& [at, call] : costs.calls) {
      const auto& [line, callee] = at;
      text += "cfi=" + one_line(callee.file) + "\ncfn=" + one_line(callee.name) + "\n";
      text += fmt::format("calls={} {:#x} {}\n", call.issues, call.pc, call.line);
      text += fmt::format("{:#x} {}", call.pc, line) + text_of(call.inclusive);
    }
  }
  Costs none{};
  none[0] = kernel.no_instruction.total();
  if (none[0] != 0) text += "\nfl=???\nfn=(no instruction)\n0x0 0" + text_of(none);
  return text;
}

/// What the header says of kernels of which a launch was stopped.
std::string partial_text(const ProfileRecord& record) {
  std::string text;
  if (record.runs.empty()) return text;
  for (const KernelProfile& kernel : record.runs.front().kernels) {
    if (!kernel.total.partial) continue;
    text += "desc: Partial: a launch of " + one_line(kernel.kernel) + " was stopped\n";
  }
  return text;
}

}  // namespace

std::string profile_callgrind(const ProfileRecord& record) {
  std::string text = "# callgrind format\nversion: 1\n";
  text += fmt::format("creator: lanefold {}\n", kVersion);
  text += "cmd: " + one_line(record.program) + "\n" + partial_text(record);
  text += "positions: instr line\n";
  for (const Event& event : kEvents) {
    text += fmt::format("event: {} : {}\n", event.name, event.help);
  }
  text += "events:";
  for (const Event& event : kEvents) text += std::string(" ") + event.name;
  text += "\n";
  Costs total{};
  if (record.runs.empty()) return text + "summary:" + text_of(total);
  for (const KernelProfile& kernel : record.runs.front().kernels) {
    for (const ProfiledInstruction& one : kernel.instructions) add(total, costs_of(one.counts));
    total[0] += kernel.no_instruction.total();
  }
  text += "summary:" + text_of(total);
  for (const KernelProfile& kernel : record.runs.front().kernels) text += kernel_text(kernel);
  return text;
}

}  // namespace lanefold
