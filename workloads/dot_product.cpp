// SPDX-License-Identifier: Apache-2.0
// Dot product of two vectors: input, reference and check.
#include "workloads/toolbox.h"
#include "workloads/tree_sum.h"

namespace lanefold {
namespace {

/// The sum of each group, whose work-items take every `items`-th product.
std::vector<float> dot_product_sums(const std::vector<float>& a, const std::vector<float>& b,
                                    std::uint32_t groups, std::uint32_t group) {
  const std::size_t items = std::size_t{groups} * group;
  std::vector<float> sums;
  for (std::size_t first = 0; first < items; first += group) {
    std::vector<float> parts(group);
    for (std::size_t item = 0; item < group; ++item) {
      for (std::size_t i = first + item; i < a.size(); i += items) parts[item] += a[i] * b[i];
    }
    sums.push_back(tree_sum(parts));
  }
  return sums;
}

class DotProduct final : public Workload {
 public:
  std::string name() const override { return "dot-product"; }
  std::string description() const override { return "dot product: reduction in local memory"; }
  std::string source_file() const override { return "dot_product.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr std::uint32_t kGroups = 108;
    const RequestReader reader(*this, request);
    const auto count = reader.by_size<std::uint32_t>(30'011, 1'000'003, 16'000'011);
    SplitMix64 random(request.seed);
    const std::vector<float> a = random_floats(random, count, -1.0F, 1.0F);
    const std::vector<float> b = random_floats(random, count, -1.0F, 1.0F);

    const DeviceArray<float> device_a(device, a);
    const DeviceArray<float> device_b(device, b);
    const DeviceArray<float> sums(device, kGroups);
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = kGroups * range.local[0];
    launch(device, program, "dot_product", range, device_a, device_b, sums, count,
           LocalBytes{range.local[0] * 4});

    OutputCheck check;
    check.equal("sum", sums.download(), dot_product_sums(a, b, kGroups, range.local[0]));
    return check.result(std::to_string(count) + " elements, " + std::to_string(kGroups) +
                        " groups");
  }
};

}  // namespace

std::unique_ptr<Workload> make_dot_product() { return std::make_unique<DotProduct>(); }

}  // namespace lanefold
