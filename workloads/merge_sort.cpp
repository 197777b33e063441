// SPDX-License-Identifier: Apache-2.0
// Merge sort of integers (IPDPS'12 table II: Merge): input and check.
#include <algorithm>
#include <utility>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::vector<std::int32_t> merge_sorted_on_device(Device& device, const Program& program,
                                                 const std::vector<std::int32_t>& keys) {
  const auto count = static_cast<std::uint32_t>(keys.size());
  const DeviceArray<std::int32_t> first(device, keys);
  const DeviceArray<std::int32_t> second(device, keys.size());
  const DeviceArray<std::int32_t>* now = &first;
  const DeviceArray<std::int32_t>* next = &second;
  for (std::uint32_t length = 1; length < count; length *= 2) {
    const std::uint32_t pairs = (count + 2 * length - 1) / (2 * length);
    launch(device, program, "merge_runs", linear_range(device, pairs), *now, *next, count, length);
    std::swap(now, next);
  }
  return now->download();
}

class MergeSort final : public Workload {
 public:
  std::string name() const override { return "merge-sort"; }
  std::string description() const override {
    return "merge sort: each pass has half the work-items, twice as long";
  }
  std::string source_file() const override { return "merge_sort.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(1'200, 40'000, 300'000);
    SplitMix64 random(request.seed);
    std::vector<std::int32_t> keys(count);
    // Of both signs, and some of them equal.
    for (std::int32_t& key : keys) {
      key = static_cast<std::int32_t>(random.below(count)) - static_cast<std::int32_t>(count / 2);
    }

    OutputCheck check;
    const std::vector<std::int32_t> sorted = merge_sorted_on_device(device, program, keys);
    std::sort(keys.begin(), keys.end());
    check.equal("key", sorted, keys);
    return check.result(std::to_string(count) + " keys");
  }
};

}  // namespace

std::unique_ptr<Workload> make_merge_sort() { return std::make_unique<MergeSort>(); }

}  // namespace lanefold
