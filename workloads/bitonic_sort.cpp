// SPDX-License-Identifier: Apache-2.0
// Bitonic sort: input and check.
#include <algorithm>
#include <string>
#include <vector>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

void sort_on_device(Device& device, const Program& program, const DeviceArray<std::uint32_t>& keys,
                    std::uint32_t count) {
  const NDRange range = linear_range(device, count / 2);
  const std::uint32_t block = 2 * range.local[0];
  const LocalBytes local{block * 4};
  launch(device, program, "bitonic_local", range, keys, 2U, block, local);
  for (std::uint32_t sequence = 2 * block; sequence <= count; sequence *= 2) {
    for (std::uint32_t stride = sequence / 2; stride >= block; stride /= 2) {
      launch(device, program, "bitonic_global", range, keys, sequence, stride);
    }
    launch(device, program, "bitonic_local", range, keys, sequence, sequence, local);
  }
}

class BitonicSort final : public Workload {
 public:
  std::string name() const override { return "bitonic-sort"; }
  std::string description() const override {
    return "sort of integer keys by compare and exchange, in global and local memory";
  }
  std::string source_file() const override { return "bitonic_sort.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(2'048, 16'384, 131'072);
    SplitMix64 random(request.seed);
    std::vector<std::uint32_t> values(count);
    // A quarter of the range of counts, so that equal keys occur, and large ones above 2^31.
    for (std::uint32_t& value : values) value = random.below(count / 4) * 0x0010'0003U;

    const DeviceArray<std::uint32_t> keys(device, values);
    sort_on_device(device, program, keys, count);

    std::sort(values.begin(), values.end());
    OutputCheck check;
    check.equal("key", keys.download(), values);
    return check.result(std::to_string(count) + " keys");
  }
};

}  // namespace

std::unique_ptr<Workload> make_bitonic_sort() { return std::make_unique<BitonicSort>(); }

}  // namespace lanefold
