// SPDX-License-Identifier: Apache-2.0
// Product of a matrix and a vector: input, reference and check.
#include "workloads/toolbox.h"
#include "workloads/tree_sum.h"

namespace lanefold {
namespace {

std::vector<float> row_products(const std::vector<float>& matrix, const std::vector<float>& vector,
                                std::size_t group) {
  const std::size_t columns = vector.size();
  std::vector<float> result;
  for (std::size_t row = 0; row * columns < matrix.size(); ++row) {
    std::vector<float> parts(group);
    for (std::size_t column = 0; column < columns; ++column) {
      parts[column % group] += matrix[row * columns + column] * vector[column];
    }
    result.push_back(tree_sum(parts));
  }
  return result;
}

class MatrixVector final : public Workload {
 public:
  std::string name() const override { return "matrix-vector"; }
  std::string description() const override {
    return "product of a matrix and a vector, one row per group";
  }
  std::string source_file() const override { return "matrix_vector.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t rows, columns;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({103, 203}, {1'003, 1'203}, {4'003, 3'203});
    SplitMix64 random(request.seed);
    const auto matrix = random_floats(random, std::size_t{shape.rows} * shape.columns, -1.0F, 1.0F);
    const std::vector<float> vector = random_floats(random, shape.columns, -1.0F, 1.0F);

    const DeviceArray<float> device_matrix(device, matrix);
    const DeviceArray<float> device_vector(device, vector);
    const DeviceArray<float> result(device, shape.rows);
    NDRange range;
    range.local[0] = group_size(device);
    range.global[0] = shape.rows * range.local[0];
    launch(device, program, "matrix_vector", range, device_matrix, device_vector, result,
           shape.columns, LocalBytes{range.local[0] * 4});

    OutputCheck check;
    check.equal("product", result.download(), row_products(matrix, vector, range.local[0]));
    return check.result(by(shape.rows, shape.columns) + " elements");
  }
};

}  // namespace

std::unique_ptr<Workload> make_matrix_vector() { return std::make_unique<MatrixVector>(); }

}  // namespace lanefold
