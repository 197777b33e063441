// SPDX-License-Identifier: Apache-2.0
// Mersenne twister: input, reference and check. The reference is the generator of the standard
// library, whose output the C++ standard prescribes.
#include <random>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kTwisterWords = 624;

class MersenneTwister final : public Workload {
 public:
  std::string name() const override { return "mersenne-twister"; }
  std::string description() const override {
    return "random numbers of MT19937, one generator per work-item";
  }
  std::string source_file() const override { return "mersenne_twister.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t generators, count;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({45, 200}, {803, 700}, {3'003, 2'500});
    SplitMix64 random(request.seed);
    std::vector<std::uint32_t> seeds(shape.generators);
    for (std::uint32_t& seed : seeds) seed = random.next_word();
    seeds[0] = std::mt19937::default_seed;

    const DeviceArray<std::uint32_t> states(device, std::size_t{kTwisterWords} * shape.generators);
    const DeviceArray<std::uint32_t> device_seeds(device, seeds);
    const DeviceArray<std::uint32_t> numbers(device, std::size_t{shape.count} * shape.generators);
    launch(device, program, "mersenne_twister", linear_range(device, shape.generators), states,
           device_seeds, numbers, shape.generators, shape.count);

    std::vector<std::uint32_t> expected(std::size_t{shape.count} * shape.generators);
    for (std::size_t generator = 0; generator < shape.generators; ++generator) {
      std::mt19937 twister(seeds[generator]);
      for (std::size_t drawn = 0; drawn < shape.count; ++drawn) {
        expected[drawn * shape.generators + generator] = twister();
      }
    }
    OutputCheck check;
    check.equal("number", numbers.download(), expected);
    return check.result(std::to_string(shape.generators) + " generators, " +
                        std::to_string(shape.count) + " numbers each");
  }
};

}  // namespace

std::unique_ptr<Workload> make_mersenne_twister() { return std::make_unique<MersenneTwister>(); }

}  // namespace lanefold
