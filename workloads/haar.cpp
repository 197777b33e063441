// SPDX-License-Identifier: Apache-2.0
// Haar wavelet transform: input, reference and check.
#include "workloads/signals.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class Haar final : public Workload {
 public:
  std::string name() const override { return "haar"; }
  std::string description() const override {
    return "Haar wavelet transform: half of the lanes drop out at each level";
  }
  std::string source_file() const override { return "haar.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t signals, size;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({23, 128}, {703, 256}, {8'003, 512});
    SplitMix64 random(request.seed);
    std::vector<float> signals;
    std::vector<float> expected;
    for (std::uint32_t count = 0; count < shape.signals; ++count) {
      const std::vector<float> signal = random_floats(random, shape.size, -1.0F, 1.0F);
      const std::vector<float> transformed = haar_transformed(signal);
      signals.insert(signals.end(), signal.begin(), signal.end());
      expected.insert(expected.end(), transformed.begin(), transformed.end());
    }

    const DeviceArray<float> device_signals(device, signals);
    const DeviceArray<float> result(device, signals.size());
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = shape.signals * range.local[0];
    const LocalBytes copy{shape.size * 4};
    launch(device, program, "haar", range, device_signals, result, shape.size, copy, copy);

    OutputCheck check;
    check.equal("coefficient", result.download(), expected);
    return check.result(std::to_string(shape.signals) + " signals of " +
                        std::to_string(shape.size) + " values");
  }
};

}  // namespace

std::vector<float> haar_transformed(std::vector<float> signal) {
  constexpr float kRootHalf = 0.70710678F;
  std::vector<float> result(signal.size());
  for (std::size_t pairs = signal.size() / 2; pairs > 0; pairs /= 2) {
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const float one = signal[2 * pair];
      const float two = signal[2 * pair + 1];
      signal[pair] = (one + two) * kRootHalf;
      result[pairs + pair] = (one - two) * kRootHalf;
    }
  }
  result[0] = signal[0];
  return result;
}

std::unique_ptr<Workload> make_haar() { return std::make_unique<Haar>(); }

}  // namespace lanefold
