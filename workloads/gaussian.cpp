// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination: input, reference and check.
#include <utility>

#include "workloads/dense_matrix.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Reduces the matrix and returns the solution.
std::vector<float> solve_on_device(Device& device, const Program& program, SquareMatrix& reduced,
                                   const std::vector<float>& right) {
  const std::uint32_t size = reduced.size;
  const DeviceArray<float> matrix(device, reduced.values);
  const DeviceArray<float> factors(device, size);
  const DeviceArray<float> first(device, right);
  const DeviceArray<float> second(device, size);
  for (std::uint32_t step = 0; step + 1 < size; ++step) {
    const std::uint32_t rest = size - step - 1;
    launch(device, program, "gaussian_factors", linear_range(device, rest), matrix, factors, size,
           step);
    launch(device, program, "gaussian_reduce", square_range(device, rest + 1, rest), matrix, first,
           factors, size, step);
  }
  const DeviceArray<float>* now = &first;
  const DeviceArray<float>* next = &second;
  for (std::uint32_t step = size; step-- > 0;) {
    launch(device, program, "gaussian_substitute", linear_range(device, size), matrix, *now, *next,
           size, step);
    std::swap(now, next);
  }
  reduced.values = matrix.download();
  return now->download();
}

class Gaussian final : public Workload {
 public:
  std::string name() const override { return "gaussian"; }
  std::string description() const override {
    return "Gaussian elimination and substitution over a shrinking matrix";
  }
  std::string source_file() const override { return "gaussian.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto size = reader.by_size<std::uint32_t>(37, 132, 310);
    SplitMix64 random(request.seed);
    SquareMatrix actual = dominant_matrix(random, size);
    SquareMatrix expected = actual;
    const std::vector<float> right = random_floats(random, size, -100.0F, 100.0F);

    OutputCheck check;
    check.equal("solution", solve_on_device(device, program, actual, right),
                gaussian_solution(expected, right));
    check.equal("element", actual.values, expected.values);
    return check.result(std::to_string(size) + " equations");
  }
};

}  // namespace

std::vector<float> gaussian_solution(SquareMatrix& matrix, std::vector<float> right) {
  const std::size_t size = matrix.size;
  for (std::size_t step = 0; step < size; ++step) {
    for (std::size_t row = step + 1; row < size; ++row) {
      const float factor = matrix.at(row, step) / matrix.at(step, step);
      for (std::size_t column = step; column < size; ++column) {
        matrix.at(row, column) -= factor * matrix.at(step, column);
      }
      right[row] -= factor * right[step];
    }
  }
  for (std::size_t step = size; step-- > 0;) {
    right[step] /= matrix.at(step, step);
    for (std::size_t row = 0; row < step; ++row) right[row] -= matrix.at(row, step) * right[step];
  }
  return right;
}

std::unique_ptr<Workload> make_gaussian() { return std::make_unique<Gaussian>(); }

}  // namespace lanefold
