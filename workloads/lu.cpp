// SPDX-License-Identifier: Apache-2.0
// LU decomposition: input, reference and check.
#include "workloads/dense_matrix.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

template <class Number>
WorkloadResult decompose(Device& device, const Program& program, const RequestReader& reader,
                         std::uint64_t seed) {
  const auto size = reader.by_size<std::uint32_t>(45, 140, 300);
  SplitMix64 random(seed);
  const auto input = dominant_matrix<Number>(random, size);

  const DeviceArray<Number> matrix(device, input.values);
  for (std::uint32_t step = 0; step + 1 < size; ++step) {
    const std::uint32_t rest = size - step - 1;
    launch(device, program, "lu_column", linear_range(device, rest), matrix, size, step);
    const NDRange range = group_range(reader, device, rest, rest);
    launch(device, program, "lu_rest", range, matrix, size, step);
  }

  OutputCheck check;
  check.equal("element", matrix.download(), lu_decomposed(input).values);
  return check.result(by(size, size) + " elements");
}

class Lu final : public Workload {
 public:
  std::string name() const override { return "lu"; }
  std::string description() const override {
    return "LU decomposition: launches over a triangle that shrinks";
  }
  std::string source_file() const override { return "lu.cl"; }
  std::string source_file_for(const WorkloadRequest& request) const override {
    return source_by_numbers(request, "lu");
  }
  std::vector<WorkloadParameter> parameters() const override {
    return {group_shape_parameter(), numbers_parameter()};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    return wants_doubles(reader) ? decompose<double>(device, program, reader, request.seed)
                                 : decompose<float>(device, program, reader, request.seed);
  }
};

}  // namespace

template <class Number>
SquareMatrixOf<Number> lu_decomposed(SquareMatrixOf<Number> matrix) {
  for (std::size_t step = 0; step < matrix.size; ++step) {
    for (std::size_t row = step + 1; row < matrix.size; ++row) {
      matrix.at(row, step) /= matrix.at(step, step);
      for (std::size_t column = step + 1; column < matrix.size; ++column) {
        matrix.at(row, column) -= matrix.at(row, step) * matrix.at(step, column);
      }
    }
  }
  return matrix;
}

template SquareMatrixOf<float> lu_decomposed(SquareMatrixOf<float>);
template SquareMatrixOf<double> lu_decomposed(SquareMatrixOf<double>);

std::unique_ptr<Workload> make_lu() { return std::make_unique<Lu>(); }

}  // namespace lanefold
