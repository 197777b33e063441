// SPDX-License-Identifier: Apache-2.0
// Running sums of a large array: input, reference and check.
#include <numeric>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Scans blocks, then their sums in the same way, then adds these.
void scan_on_device(Device& device, const Program& program,
                    const DeviceArray<std::uint32_t>& values,
                    const DeviceArray<std::uint32_t>& sums, std::uint32_t count) {
  const NDRange range = linear_range(device, count);
  const std::uint32_t blocks = range.global[0] / range.local[0];
  const LocalBytes block{range.local[0] * 4};
  const DeviceArray<std::uint32_t> block_sums(device, blocks);
  launch(device, program, "scan_blocks", range, values, sums, block_sums, count, block, block);
  if (blocks == 1) return;
  const DeviceArray<std::uint32_t> scanned(device, blocks);
  scan_on_device(device, program, block_sums, scanned, blocks);
  launch(device, program, "scan_add", range, sums, scanned, count);
}

class Scan final : public Workload {
 public:
  std::string name() const override { return "scan"; }
  std::string description() const override {
    return "prefix sums of a large array, in blocks with barriers";
  }
  std::string source_file() const override { return "scan.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(5'003, 200'003, 1'500'007);
    SplitMix64 random(request.seed);
    std::vector<std::uint32_t> expected = random_numbers(random, count, 1000);

    const DeviceArray<std::uint32_t> values(device, expected);
    const DeviceArray<std::uint32_t> sums(device, count);
    scan_on_device(device, program, values, sums, count);

    std::partial_sum(expected.begin(), expected.end(), expected.begin());
    OutputCheck check;
    check.equal("sum", sums.download(), expected);
    return check.result(std::to_string(count) + " elements");
  }
};

}  // namespace

std::unique_ptr<Workload> make_scan() { return std::make_unique<Scan>(); }

}  // namespace lanefold
