// SPDX-License-Identifier: Apache-2.0
// Profiles of several runs, row by row.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "decisions/scalar/scalar_use.h"
#include "report/profile_table.h"

namespace lanefold {
namespace {

/// A row on all machines.
struct ComparedRow {
  std::vector<std::uint64_t> cycles;  ///< by run
  SourceLine line;

  std::uint64_t most() const { return *std::max_element(cycles.begin(), cycles.end()); }
};

/// By name. Instructions may differ from machine to machine; lines are the same.
class ComparedRows {
 public:
  using Rows = std::vector<std::pair<std::string, ComparedRow>>;

  ComparedRows(const ProfileRecord& record, ProfileView view) : runs_(record.runs.size()) {
    for (std::size_t run = 0; run < runs_; ++run) {
      for (const KernelProfile& kernel : record.runs[run].kernels) {
        add(kernel, run, record.runs[run].machine, view);
      }
    }
  }

  /// The one with the most cycles on any machine first.
  Rows sorted() const {
    Rows rows(rows_.begin(), rows_.end());
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return a.second.most() > b.second.most();
    });
    return rows;
  }

 private:
  /// The lane-slots of a cycle are the lanes of all ALUs.
  static std::uint64_t cycles_of(std::uint64_t slots, const MachineConfig& machine) {
    const std::uint64_t each = std::uint64_t{machine.cores} * alu_lanes(machine.core);
    return (slots + each / 2) / each;
  }

  void add(const KernelProfile& kernel, std::size_t run, const MachineConfig& machine,
           ProfileView view) {
    for (const ProfileGroup& group : groups_of(kernel, view)) {
      ComparedRow& row = at(row_name(group, view));
      row.cycles[run] += cycles_of(group.slots(), machine);
      row.line = group.line;
    }
    const std::uint64_t none = cycles_of(kernel.no_instruction.total(), machine);
    if (none != 0) at("no instruction").cycles[run] += none;
  }

  ComparedRow& at(const std::string& name) {
    ComparedRow& row = rows_[name];
    row.cycles.resize(runs_);
    return row;
  }

  std::size_t runs_;
  std::map<std::string, ComparedRow> rows_;
};

bool all_have_lines(const ProfileRecord& record) {
  return std::all_of(record.runs.begin(), record.runs.end(), [](const ProfiledRun& run) {
    return std::all_of(run.kernels.begin(), run.kernels.end(),
                       [](const KernelProfile& kernel) { return kernel.has_lines(); });
  });
}

std::vector<std::string> cells(const std::string& name, const std::vector<std::uint64_t>& cycles) {
  std::vector<std::string> cells{name};
  for (const std::uint64_t count : cycles) cells.push_back(with_thousands(count));
  return cells;
}

}  // namespace

std::string compared_profiles(const ProfileRecord& record, ProfileView wanted, std::size_t top) {
  const bool replaces = wanted == ProfileView::Lines && !all_have_lines(record);
  const ProfileView view = replaces ? ProfileView::Instructions : wanted;
  const bool by_line = view == ProfileView::Lines;
  std::vector<std::string> header{name_of_view(view)};
  for (const ProfiledRun& run : record.runs) header.push_back(run.label);
  TableWithText table(header, by_line ? "source" : "");
  const ComparedRows::Rows rows = ComparedRows(record, view).sorted();
  const std::size_t shown = top == 0 ? rows.size() : std::min(top, rows.size());
  std::vector<std::uint64_t> others(record.runs.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [name, row] = rows[i];
    if (i < shown) {
      table.row(cells(name, row.cycles), by_line ? text_at(record.sources, row.line) : "");
    } else {
      std::transform(row.cycles.begin(), row.cycles.end(), others.begin(), others.begin(),
                     std::plus<>());
    }
  }
  const std::size_t left = rows.size() - shown;
  if (left != 0) table.row(cells(fmt::format("{} others", left), others));
  std::string text =
      "profile: cycles of the whole machine that each is charged with; a column adds "
      "up to its run\n";
  if (replaces) text += "not every program has line information: instructions are shown\n";
  return text + table.text() + (left != 0 ? "--profile-top 0 shows all\n" : "");
}

}  // namespace lanefold
