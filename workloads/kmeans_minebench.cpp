// SPDX-License-Identifier: Apache-2.0
// k-means clustering with the numbers of clusters and features, and the layout, of SC'09 section
// 7.3.4.
#include "workloads/kmeans.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

class KmeansMinebench final : public Workload {
 public:
  std::string name() const override { return "kmeans-minebench"; }
  std::string description() const override {
    return "k-means clustering of rows of 36 features into 32 clusters";
  }
  std::string source_file() const override { return "kmeans_minebench.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto shape =
        reader.by_size<KmeansShape>({70, 36, 32, 2}, {3'000, 36, 32, 2}, {500'003, 36, 32, 2});
    return run_kmeans(device, program, shape, PointLayout::Rows, request.seed);
  }
};

}  // namespace

std::unique_ptr<Workload> make_kmeans_minebench() { return std::make_unique<KmeansMinebench>(); }

}  // namespace lanefold
