// SPDX-License-Identifier: Apache-2.0
// All workloads, in the order in which they are listed.
#include "workloads/bfs.h"
#include "workloads/bitonic_sort.h"
#include "workloads/divergence_pattern.h"
#include "workloads/hotspot.h"
#include "workloads/kmeans.h"
#include "workloads/mandelbrot.h"
#include "workloads/matrix_multiply.h"
#include "workloads/n_queens.h"
#include "workloads/needleman_wunsch.h"
#include "workloads/ray_trace.h"
#include "workloads/vector_add.h"
#include "workloads/workload.h"

namespace lanefold {

const std::vector<std::unique_ptr<Workload>>& workloads() {
  static const std::vector<std::unique_ptr<Workload>> kRegistered = [] {
    std::vector<std::unique_ptr<Workload>> all;
    all.push_back(make_vector_add());
    all.push_back(make_matrix_multiply());
    all.push_back(make_bfs());
    all.push_back(make_hotspot());
    all.push_back(make_mandelbrot());
    all.push_back(make_needleman_wunsch());
    all.push_back(make_bitonic_sort());
    all.push_back(make_kmeans());
    all.push_back(make_n_queens());
    all.push_back(make_ray_trace_primary());
    all.push_back(make_ray_trace_ao());
    all.push_back(make_divergence_pattern());
    return all;
  }();
  return kRegistered;
}

const Workload* find_workload(const std::string& name) {
  for (const std::unique_ptr<Workload>& workload : workloads()) {
    if (workload->name() == name) return workload.get();
  }
  return nullptr;
}

}  // namespace lanefold
