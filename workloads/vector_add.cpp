// SPDX-License-Identifier: Apache-2.0
// Element-wise sum of two vectors: input and check.
#include <algorithm>
#include <functional>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class VectorAdd final : public Workload {
 public:
  std::string name() const override { return "vector-add"; }
  std::string description() const override { return "sum of two float vectors, streaming"; }
  std::string source_file() const override { return "vector_add.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    // Not a multiple of the group, so that the last warp is partial.
    const auto count = reader.by_size<std::uint32_t>(50'003, 1'600'003, 10'000'003);
    SplitMix64 random(request.seed);
    const std::vector<float> a = random_floats(random, count, -1000.0F, 1000.0F);
    const std::vector<float> b = random_floats(random, count, -1000.0F, 1000.0F);

    const DeviceArray<float> device_a(device, a);
    const DeviceArray<float> device_b(device, b);
    const DeviceArray<float> device_sum(device, count);
    launch(device, program, "vector_add", linear_range(device, count), device_a, device_b,
           device_sum, count);

    std::vector<float> expected(count);
    std::transform(a.begin(), a.end(), b.begin(), expected.begin(), std::plus<float>());
    OutputCheck check;
    check.equal("sum", device_sum.download(), expected);
    return check.result(std::to_string(count) + " elements");
  }
};

}  // namespace

std::unique_ptr<Workload> make_vector_add() { return std::make_unique<VectorAdd>(); }

}  // namespace lanefold
