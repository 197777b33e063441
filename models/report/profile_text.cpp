// SPDX-License-Identifier: Apache-2.0
// A profile as tables.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "base/text.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/profile_report.h"
#include "report/profile_groups.h"

namespace lanefold {
namespace {

constexpr std::size_t kSourceColumns = 60;
constexpr double kSmallKernel = 0.01;  ///< part of all slots below which a kernel gets one line

double part(std::uint64_t slots, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(slots) / static_cast<double>(all);
}

std::string one_decimal(double number) { return fmt::format("{:.1f}", number); }

/// What most of the slots were lost to.
std::string largest_loss(const LaneLedger& ledger) {
  SlotCause most = SlotCause::ControlDivergence;
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    if (cause != SlotCause::Useful && ledger[cause] > ledger[most]) most = cause;
  }
  if (ledger[most] == 0) return "-";
  return std::string(slot_cause_name(most)) + " " + percent(part(ledger[most], ledger.total()));
}

/// Where most of the time passes that threads wait for memory.
std::string largest_place(const InstructionCounts& counts) {
  const auto most = std::max_element(counts.memory_wait.begin(), counts.memory_wait.end());
  if (*most == 0) return "-";
  return memory_place_name(static_cast<MemoryPlace>(most - counts.memory_wait.begin()));
}

std::vector<ProfileGroup> groups_of(const KernelProfile& kernel, ProfileView view) {
  switch (view) {
    case ProfileView::Lines:
      return groups_by_line(kernel);
    case ProfileView::Functions:
      return groups_by_function(kernel);
    case ProfileView::Instructions:
      break;
  }
  return groups_by_instruction(kernel);
}

std::string name_of(const ProfileGroup& group, ProfileView view) {
  if (view == ProfileView::Functions) return group.function;
  if (view == ProfileView::Lines) {
    return group.line.known() ? text_of_line(group.line) : group.function;
  }
  const ProfiledInstruction& one = *group.instructions.front();
  return fmt::format("{:#x} {}", one.pc, one.text);
}

/// Tables whose last column is text.
class TableWithText {
 public:
  explicit TableWithText(std::vector<std::string> header, const std::string& text)
      : table_(std::move(header)), texts_{text, ""} {}
  void row(std::vector<std::string> cells, const std::string& text) {
    table_.row(std::move(cells));
    texts_.push_back(text.substr(0, kSourceColumns));
  }
  std::string text() const {
    const std::vector<std::string> lines = split(table_.text(), '\n');
    std::string all;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      all += lines[i] + (texts_[i].empty() ? "" : "  " + texts_[i]) + "\n";
    }
    return all;
  }

 private:
  TextTable table_;
  std::vector<std::string> texts_;
};

std::vector<std::string> header_of(ProfileView view) {
  std::vector<std::string> header{view == ProfileView::Lines       ? "line"
                                  : view == ProfileView::Functions ? "function"
                                                                   : "instruction"};
  header.push_back("slots");
  if (view == ProfileView::Functions) header.emplace_back("inclusive");
  header.insert(header.end(), {"issues", "lanes", "EU cycles", "useful", "most lost to", "waits in"});
  return header;
}

std::vector<std::string> cells_of(const std::string& name, const ProfileGroup& group,
                                  ProfileView view, std::uint64_t all) {
  const InstructionCounts& counts = group.counts;
  std::vector<std::string> cells{name, percent(part(group.slots(), all))};
  if (view == ProfileView::Functions) cells.push_back(percent(part(group.inclusive_slots, all)));
  cells.insert(cells.end(), {with_thousands(counts.warp_instructions),
                             one_decimal(mean_active_lanes(counts)),
                             with_thousands(counts.timed_eu_cycles),
                             percent(part(counts.ledger[SlotCause::Useful], group.slots())),
                             largest_loss(counts.ledger), largest_place(counts)});
  return cells;
}

std::string text_beside(const ProfileGroup& group, ProfileView view,
                        const std::map<std::string, std::string>& sources) {
  if (view == ProfileView::Functions) return {};
  if (view == ProfileView::Instructions) return text_of_line(group.line);
  return text_at(sources, group.line);
}

/// All from the `first`th on as one.
ProfileGroup rest_of(const std::vector<ProfileGroup>& groups, std::size_t first) {
  ProfileGroup rest;
  for (std::size_t i = first; i < groups.size(); ++i) rest.counts.add(groups[i].counts);
  rest.inclusive_slots = rest.slots();
  return rest;
}

const char* plural_of(ProfileView view) {
  return view == ProfileView::Lines       ? "lines"
         : view == ProfileView::Functions ? "functions"
                                          : "instructions";
}

std::string kernel_table(const KernelProfile& kernel, ProfileView view, std::size_t top,
                         const std::map<std::string, std::string>& sources) {
  const std::vector<ProfileGroup> groups = groups_of(kernel, view);
  const std::uint64_t all = slots_of(kernel);
  const std::size_t shown = top == 0 ? groups.size() : std::min(top, groups.size());
  TableWithText table(header_of(view), view == ProfileView::Lines ? "source" : "");
  for (std::size_t i = 0; i < shown; ++i) {
    table.row(cells_of(name_of(groups[i], view), groups[i], view, all),
              text_beside(groups[i], view, sources));
  }
  if (shown < groups.size()) {
    const std::string name = fmt::format("{} other {}", groups.size() - shown, plural_of(view));
    table.row(cells_of(name, rest_of(groups, shown), view, all), "");
  }
  if (kernel.no_instruction.total() != 0) {
    ProfileGroup none;
    none.counts.ledger = kernel.no_instruction;
    table.row(cells_of("no instruction", none, view, all), "");
  }
  std::string text = table.text();
  if (shown < groups.size()) {
    text += fmt::format("--profile-top 0 shows all {} {}\n", groups.size(), plural_of(view));
  }
  return text;
}

struct WaitsOfPlace {
  std::uint64_t loads = 0;
  std::uint64_t atomics = 0;
  std::uint64_t others = 0;
  std::uint64_t sum() const { return loads + atomics + others; }
};

/// Slots that are lost to memory_wait, by what is waited for, if they are many.
std::string wait_table(const KernelProfile& kernel) {
  constexpr double kMany = 0.05;
  std::array<WaitsOfPlace, kMemoryPlaces> waits;
  std::uint64_t sum = 0;
  for (const ProfiledInstruction& one : kernel.instructions) {
    for (std::size_t i = 0; i < kMemoryPlaces; ++i) {
      const std::uint64_t slots = one.counts.memory_wait[i];
      sum += slots;
      (one.kind == "load"     ? waits[i].loads
       : one.kind == "atomic" ? waits[i].atomics
                              : waits[i].others) += slots;
    }
  }
  const std::uint64_t all = slots_of(kernel);
  if (part(sum, all) < kMany) return {};
  TextTable table({"memory_wait is for", "slots", "loads", "atomics", "others"});
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) {
    if (waits[i].sum() == 0) continue;
    table.row({memory_place_name(static_cast<MemoryPlace>(i)), percent(part(waits[i].sum(), all)),
               percent(part(waits[i].loads, all)), percent(part(waits[i].atomics, all)),
               percent(part(waits[i].others, all))});
  }
  return "\n" + table.text();
}

std::string heading(const KernelProfile& kernel, ProfileView view) {
  return fmt::format("profile of {} by {}: {} lane-slots in {} cycles, {} {}\n", kernel.kernel,
                     view == ProfileView::Lines       ? "line"
                     : view == ProfileView::Functions ? "function"
                                                      : "instruction",
                     with_thousands(slots_of(kernel)), with_thousands(kernel.total.cycles),
                     with_thousands(kernel.launches), kernel.launches == 1 ? "launch" : "launches");
}

/// Instructions are shown where no line is known.
std::string run_text(const ProfiledRun& run, ProfileView wanted, std::size_t top,
                     const std::map<std::string, std::string>& sources) {
  std::uint64_t all = 0;
  for (const KernelProfile& kernel : run.kernels) all += slots_of(kernel);
  std::string text;
  for (const KernelProfile& kernel : run.kernels) {
    ProfileView view = wanted;
    std::string note;
    if (view == ProfileView::Lines && !kernel.has_lines()) {
      view = ProfileView::Instructions;
      note = "the program has no line information: instructions are shown\n";
    }
    if (!text.empty()) text += "\n";
    text += heading(kernel, view);
    if (part(slots_of(kernel), all) < kSmallKernel) continue;
    text += note + kernel_table(kernel, view, top, sources) + wait_table(kernel);
  }
  return text.empty() ? "no kernel was launched: there is no profile\n" : text;
}

/// A line, or whatever the view has, on all machines.
struct ComparedGroup {
  std::vector<std::uint64_t> cycles;  ///< by run
  SourceLine line;

  std::uint64_t most() const { return *std::max_element(cycles.begin(), cycles.end()); }
};

/// Lane-slots of a core in a cycle are those of its ALUs.
std::uint64_t cycles_of(std::uint64_t slots, const MachineConfig& machine) {
  const std::uint64_t each = std::uint64_t{machine.cores} * alu_lanes(machine.core);
  return (slots + each / 2) / each;
}

/// Kernels may have different instructions on different machines; lines are the same.
std::string compared_text(const ProfileRecord& record, ProfileView wanted, std::size_t top) {
  const bool lines = std::all_of(
      record.runs.begin(), record.runs.end(), [](const ProfiledRun& run) {
        return std::all_of(run.kernels.begin(), run.kernels.end(),
                           [](const KernelProfile& kernel) { return kernel.has_lines(); });
      });
  const ProfileView view = wanted == ProfileView::Lines && !lines ? ProfileView::Instructions : wanted;
  std::map<std::string, ComparedGroup> groups;
  const auto at = [&](const std::string& name) -> ComparedGroup& {
    ComparedGroup& group = groups[name];
    group.cycles.resize(record.runs.size());
    return group;
  };
  for (std::size_t i = 0; i < record.runs.size(); ++i) {
    const MachineConfig& machine = record.runs[i].machine;
    for (const KernelProfile& kernel : record.runs[i].kernels) {
      for (const ProfileGroup& group : groups_of(kernel, view)) {
        ComparedGroup& compared = at(name_of(group, view));
        compared.cycles[i] += cycles_of(group.slots(), machine);
        compared.line = group.line;
      }
      const std::uint64_t none = cycles_of(kernel.no_instruction.total(), machine);
      if (none != 0) at("no instruction").cycles[i] += none;
    }
  }
  std::vector<const std::pair<const std::string, ComparedGroup>*> order;
  for (const auto& group : groups) order.push_back(&group);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->second.most() > b->second.most();
  });
  const std::size_t shown = top == 0 ? order.size() : std::min(top, order.size());
  std::vector<std::string> header{header_of(view).front()};
  for (const ProfiledRun& run : record.runs) header.push_back(run.label);
  TableWithText table(header, view == ProfileView::Lines ? "source" : "");
  const auto row = [&](const std::string& name, const std::vector<std::uint64_t>& cycles,
                       const std::string& text) {
    std::vector<std::string> cells{name};
    for (const std::uint64_t count : cycles) cells.push_back(with_thousands(count));
    table.row(cells, text);
  };
  std::vector<std::uint64_t> others(record.runs.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& [name, group] = *order[i];
    if (i < shown) {
      const bool has_text = view == ProfileView::Lines;
      row(name, group.cycles, has_text ? text_at(record.sources, group.line) : "");
    } else {
      std::transform(group.cycles.begin(), group.cycles.end(), others.begin(), others.begin(),
                     std::plus<>());
    }
  }
  if (shown < order.size()) {
    row(fmt::format("{} others", order.size() - shown), others, "");
  }
  std::string text =
      "profile: cycles of the whole machine that each is charged with; a column adds up to its run\n";
  if (view != wanted) text += "not every program has line information: instructions are shown\n";
  text += table.text();
  if (shown < order.size()) text += "--profile-top 0 shows all\n";
  return text;
}

}  // namespace

std::string profile_text(const ProfileRecord& record, ProfileView view, std::size_t top) {
  if (record.runs.size() > 1) return compared_text(record, view, top);
  return record.runs.empty() ? std::string() : run_text(record.runs.front(), view, top, record.sources);
}

}  // namespace lanefold
