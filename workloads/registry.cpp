// SPDX-License-Identifier: Apache-2.0
// All workloads, as workloads.def lists them.
#include <cstddef>

#include "workloads/workload.h"

namespace lanefold {

#define WORKLOAD(name, field, set) std::unique_ptr<Workload> make_##name();
#include "workloads/workloads.def"
#undef WORKLOAD

namespace {

enum class WorkloadSet : std::uint8_t { Showcase, Further };

/// The rest of a workload's line.
struct WorkloadEntry {
  const char* field;
  WorkloadSet set;
};

constexpr WorkloadEntry kEntries[] = {
#define WORKLOAD(name, field, set) {field, WorkloadSet::set},
#include "workloads/workloads.def"
#undef WORKLOAD
};

}  // namespace

const std::vector<std::unique_ptr<Workload>>& workloads() {
  static const std::vector<std::unique_ptr<Workload>> kRegistered = [] {
    std::vector<std::unique_ptr<Workload>> all;
#define WORKLOAD(name, field, set) all.push_back(make_##name());
#include "workloads/workloads.def"
#undef WORKLOAD
    return all;
  }();
  return kRegistered;
}

std::vector<const Workload*> showcase() {
  std::vector<const Workload*> chosen;
  for (std::size_t i = 0; i < workloads().size(); ++i) {
    if (kEntries[i].set == WorkloadSet::Showcase) chosen.push_back(workloads()[i].get());
  }
  return chosen;
}

std::string field_of(const Workload& workload) {
  std::size_t index = 0;
  while (workloads()[index].get() != &workload) ++index;
  return kEntries[index].field;
}

const Workload* find_workload(const std::string& name) {
  for (const std::unique_ptr<Workload>& workload : workloads()) {
    if (workload->name() == name) return workload.get();
  }
  return nullptr;
}

}  // namespace lanefold
