// SPDX-License-Identifier: Apache-2.0
// Tridiagonal systems: input, reference and check.
#include "workloads/tridiagonal.h"

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Without the neighbours `distance` away, but with theirs.
TridiagonalEquation reduced_equation(const std::vector<TridiagonalEquation>& system, std::size_t i,
                                     std::size_t distance) {
  const TridiagonalEquation& mine = system[i];
  TridiagonalEquation reduced{0, mine.diagonal, 0, mine.right};
  if (i >= distance) {
    const TridiagonalEquation& above = system[i - distance];
    const float factor = mine.lower / above.diagonal;
    reduced.lower = -factor * above.lower;
    reduced.diagonal -= factor * above.upper;
    reduced.right -= factor * above.right;
  }
  if (i + distance < system.size()) {
    const TridiagonalEquation& below = system[i + distance];
    const float factor = mine.upper / below.diagonal;
    reduced.upper = -factor * below.upper;
    reduced.diagonal -= factor * below.lower;
    reduced.right -= factor * below.right;
  }
  return reduced;
}

std::vector<TridiagonalEquation> random_system(SplitMix64& random, std::uint32_t size) {
  std::vector<TridiagonalEquation> system(size);
  for (TridiagonalEquation& equation : system) {
    equation = {random.between(-1.0F, 1.0F), random.between(2.5F, 4.0F),
                random.between(-1.0F, 1.0F), random.between(-10.0F, 10.0F)};
  }
  system.front().lower = 0;
  system.back().upper = 0;
  return system;
}

class Tridiagonal final : public Workload {
 public:
  std::string name() const override { return "tridiagonal"; }
  std::string description() const override {
    return "tridiagonal systems by parallel cyclic reduction in local memory";
  }
  std::string source_file() const override { return "tridiagonal.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t systems, size;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({9, 61}, {401, 123}, {1'501, 251});
    SplitMix64 random(request.seed);
    std::vector<TridiagonalEquation> equations;
    std::vector<float> expected;
    for (std::uint32_t count = 0; count < shape.systems; ++count) {
      const auto system = random_system(random, shape.size);
      const std::vector<float> solution = tridiagonal_solution(system);
      equations.insert(equations.end(), system.begin(), system.end());
      expected.insert(expected.end(), solution.begin(), solution.end());
    }

    const DeviceArray<TridiagonalEquation> systems(device, equations);
    const DeviceArray<float> solutions(device, expected.size());
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = shape.systems * range.local[0];
    const LocalBytes copy{shape.size * static_cast<std::uint32_t>(sizeof(TridiagonalEquation))};
    launch(device, program, "tridiagonal", range, systems, solutions, shape.size, copy, copy);

    OutputCheck check;
    check.equal("solution", solutions.download(), expected);
    return check.result(std::to_string(shape.systems) + " systems of " +
                        std::to_string(shape.size) + " equations");
  }
};

}  // namespace

std::vector<float> tridiagonal_solution(std::vector<TridiagonalEquation> system) {
  for (std::size_t distance = 1; distance < system.size(); distance *= 2) {
    std::vector<TridiagonalEquation> next;
    for (std::size_t i = 0; i < system.size(); ++i) {
      next.push_back(reduced_equation(system, i, distance));
    }
    system = next;
  }
  std::vector<float> solution;
  solution.reserve(system.size());
  for (const TridiagonalEquation& equation : system) {
    solution.push_back(equation.right / equation.diagonal);
  }
  return solution;
}

std::unique_ptr<Workload> make_tridiagonal() { return std::make_unique<Tridiagonal>(); }

}  // namespace lanefold
