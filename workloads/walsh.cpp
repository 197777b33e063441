// SPDX-License-Identifier: Apache-2.0
// Fast Walsh-Hadamard transform: input, reference and check.
#include "workloads/signals.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

class Walsh final : public Workload {
 public:
  std::string name() const override { return "walsh"; }
  std::string description() const override { return "fast Walsh-Hadamard transform in place"; }
  std::string source_file() const override { return "walsh.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto size = reader.by_size<std::uint32_t>(2'048, 65'536, 1'048'576);
    SplitMix64 random(request.seed);
    const std::vector<float> input = random_floats(random, size, -1.0F, 1.0F);

    const DeviceArray<float> signal(device, input);
    for (std::uint32_t span = 1; span < size; span *= 2) {
      launch(device, program, "walsh_stage", linear_range(device, size / 2), signal, span,
             size / 2);
    }

    OutputCheck check;
    check.equal("coefficient", signal.download(), walsh_transformed(input));
    return check.result(std::to_string(size) + " values");
  }
};

}  // namespace

std::vector<float> walsh_transformed(std::vector<float> signal) {
  for (std::size_t span = 1; span < signal.size(); span *= 2) {
    for (std::size_t place = 0; place < signal.size(); ++place) {
      if ((place & span) != 0) continue;
      const float one = signal[place];
      const float two = signal[place + span];
      signal[place] = one + two;
      signal[place + span] = one - two;
    }
  }
  return signal;
}

std::unique_ptr<Workload> make_walsh() { return std::make_unique<Walsh>(); }

}  // namespace lanefold
