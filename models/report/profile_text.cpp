// SPDX-License-Identifier: Apache-2.0
// A profile as tables.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "decisions/statistics/resource_use.h"
#include "lanefold/profile_report.h"
#include "report/profile_groups.h"
#include "report/profile_table.h"

namespace lanefold {
namespace {

constexpr double kSmallKernel = 0.01;  ///< part of all slots below which a kernel gets one line

double part(std::uint64_t slots, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(slots) / static_cast<double>(all);
}

std::string one_decimal(double number) { return fmt::format("{:.1f}", number); }

std::string largest_loss_of(const LaneLedger& ledger) {
  const std::optional<SlotCause> cause = largest_loss(ledger);
  if (!cause) return "-";
  return std::string(slot_cause_name(*cause)) + " " + percent(part(ledger[*cause], ledger.total()));
}

/// Where most of the time passes that threads wait for memory, if that is worth a word.
std::string largest_place(const InstructionCounts& counts) {
  constexpr double kWorthAWord = 0.05;
  const auto most = std::max_element(counts.memory_wait.begin(), counts.memory_wait.end());
  if (part(*most, counts.ledger.total()) < kWorthAWord) return "-";
  return memory_place_name(static_cast<MemoryPlace>(most - counts.memory_wait.begin()));
}

std::vector<std::string> header_of(ProfileView view) {
  std::vector<std::string> header{name_of_view(view), "slots"};
  if (view == ProfileView::Functions) header.emplace_back("inclusive");
  header.insert(header.end(),
                {"issues", "lanes", "EU cycles", "useful", "most lost to", "waits in"});
  return header;
}

std::vector<std::string> cells_of(const std::string& name, const ProfileGroup& group,
                                  ProfileView view, std::uint64_t all) {
  const InstructionCounts& counts = group.counts;
  std::vector<std::string> cells{name, percent(part(group.slots(), all))};
  if (view == ProfileView::Functions) cells.push_back(percent(part(group.inclusive_slots, all)));
  cells.insert(cells.end(),
               {with_thousands(counts.warp_instructions), one_decimal(mean_active_lanes(counts)),
                with_thousands(counts.timed_eu_cycles),
                percent(part(counts.ledger[SlotCause::Useful], group.slots())),
                largest_loss_of(counts.ledger), largest_place(counts)});
  return cells;
}

std::string text_beside(const KernelProfile& kernel, const ProfileGroup& group, ProfileView view,
                        const std::map<std::string, std::string>& sources) {
  if (view == ProfileView::Functions) return {};
  if (view == ProfileView::Instructions) return text_of_line(group.line);
  if (group.line.known()) return text_at(sources, group.line);
  const auto around = lines_around(kernel, group);
  if (!around) return "(merged or moved code)";
  if (around->first == 0) {
    return fmt::format("(merged or moved code, most of it before line {})", around->second);
  }
  return fmt::format("(merged or moved code, most of it between lines {} and {})", around->first,
                     around->second);
}

/// All from the `first`th on as one.
ProfileGroup rest_of(const std::vector<ProfileGroup>& groups, std::size_t first) {
  ProfileGroup rest;
  for (std::size_t i = first; i < groups.size(); ++i) rest.counts.add(groups[i].counts);
  rest.inclusive_slots = rest.slots();
  return rest;
}

std::string kernel_table(const KernelProfile& kernel, ProfileView view, std::size_t top,
                         const std::map<std::string, std::string>& sources) {
  const std::vector<ProfileGroup> groups = groups_of(kernel, view);
  const std::uint64_t all = slots_of(kernel);
  const std::size_t shown = top == 0 ? groups.size() : std::min(top, groups.size());
  TableWithText table(header_of(view), view == ProfileView::Lines ? "source" : "");
  for (std::size_t i = 0; i < shown; ++i) {
    table.row(cells_of(row_name(groups[i], view), groups[i], view, all),
              text_beside(kernel, groups[i], view, sources));
  }
  if (shown < groups.size()) {
    const std::string name = fmt::format("{} other {}s", groups.size() - shown, name_of_view(view));
    table.row(cells_of(name, rest_of(groups, shown), view, all), "");
  }
  if (kernel.no_instruction.total() != 0) {
    ProfileGroup none;
    none.counts.ledger = kernel.no_instruction;
    table.row(cells_of("no instruction", none, view, all), "");
  }
  std::string text = table.text();
  if (shown < groups.size()) {
    text += fmt::format("--profile-top 0 shows all {} {}s\n", groups.size(), name_of_view(view));
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
                     name_of_view(view), with_thousands(slots_of(kernel)),
                     with_thousands(kernel.total.cycles), with_thousands(kernel.launches),
                     kernel.launches == 1 ? "launch" : "launches");
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

}  // namespace

std::string profile_text(const ProfileRecord& record, ProfileView view, std::size_t top) {
  if (record.runs.size() > 1) return compared_profiles(record, view, top);
  if (record.runs.empty()) return {};
  return run_text(record.runs.front(), view, top, record.sources);
}

}  // namespace lanefold
