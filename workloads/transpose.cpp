// SPDX-License-Identifier: Apache-2.0
// Transpose of a matrix: input, reference and check.
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class Transpose final : public Workload {
 public:
  std::string name() const override { return "transpose"; }
  std::string description() const override {
    return "matrix transpose through tiles in local memory";
  }
  std::string source_file() const override { return "transpose.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({101, 75}, {907, 603}, {2'707, 2'003});
    SplitMix64 random(request.seed);
    const std::size_t elements = std::size_t{shape.width} * shape.height;
    const std::vector<float> input = random_floats(random, elements, -1.0F, 1.0F);

    const DeviceArray<float> matrix(device, input);
    const DeviceArray<float> result(device, elements);
    const NDRange range = square_range(device, shape.width, shape.height);
    const LocalBytes tile{range.local[0] * (range.local[0] + 1) * 4};
    launch(device, program, "transpose", range, matrix, result, shape.width, shape.height, tile);

    std::vector<float> expected;
    for (std::size_t x = 0; x < shape.width; ++x) {
      for (std::size_t y = 0; y < shape.height; ++y) expected.push_back(input[y * shape.width + x]);
    }
    OutputCheck check;
    check.equal("element", result.download(), expected);
    return check.result(by(shape.width, shape.height) + " elements");
  }
};

}  // namespace

std::unique_ptr<Workload> make_transpose() { return std::make_unique<Transpose>(); }

}  // namespace lanefold
