// SPDX-License-Identifier: Apache-2.0
// n-queens by backtracking: prefixes, reference and check.
#include "workloads/n_queens.h"

#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kFewestQueens = 4;
constexpr std::uint32_t kMostQueens = 16;

/// Calls `visit` with the board after each possible placement in the next row.
template <class Visit>
void for_each_placement(std::uint32_t queens, const QueensPrefix& board, Visit&& visit) {
  const std::uint32_t attacked = board.columns | board.falling | board.rising;
  for (std::uint32_t column = 0; column < queens; ++column) {
    const std::uint32_t queen = 1U << column;
    if ((attacked & queen) != 0) continue;
    visit(QueensPrefix{board.columns | queen, (board.falling | queen) << 1,
                       (board.rising | queen) >> 1, board.rows + 1});
  }
}

class NQueens final : public Workload {
 public:
  std::string name() const override { return "n-queens"; }
  std::string description() const override {
    return "backtracking search, each lane in its own tree";
  }
  std::string source_file() const override { return "n_queens.cl"; }
  std::vector<WorkloadParameter> parameters() const override {
    return {{"queens", "auto", "side of the board, 4 to 16; auto takes it from the size"}};
  }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const std::uint32_t queens = reader.text("queens") == "auto"
                                     ? reader.by_size<std::uint32_t>(9, 11, 13)
                                     : reader.number("queens", kFewestQueens, kMostQueens);
    std::vector<QueensPrefix> prefixes = queens_prefixes(queens, queens < 8 ? 2 : 3);
    // Work-items in any order: the seed decides which trees share a warp.
    SplitMix64 random(request.seed);
    for (std::size_t rest = prefixes.size(); rest > 1; --rest) {
      std::swap(prefixes[rest - 1], prefixes[random.below(static_cast<std::uint32_t>(rest))]);
    }
    const auto count = static_cast<std::uint32_t>(prefixes.size());

    const DeviceArray<QueensPrefix> device_prefixes(device, prefixes);
    const DeviceArray<std::uint32_t> solutions(device, count);
    launch(device, program, "n_queens", linear_range(device, count), device_prefixes, solutions,
           count, queens);

    const std::vector<std::uint32_t> actual = solutions.download();
    std::vector<std::uint32_t> expected;
    expected.reserve(count);
    for (const QueensPrefix& prefix : prefixes) {
      expected.push_back(queens_solutions(queens, prefix));
    }
    OutputCheck check;
    check.equal("solutions", actual, expected);
    check.equal("total", std::accumulate(actual.begin(), actual.end(), 0U),
                known_queens_solutions(queens));
    return check.result(std::to_string(queens) + " queens, " + std::to_string(count) +
                        " prefixes, " + std::to_string(known_queens_solutions(queens)) +
                        " solutions");
  }
};

}  // namespace

std::vector<QueensPrefix> queens_prefixes(std::uint32_t queens, std::uint32_t rows) {
  std::vector<QueensPrefix> boards{QueensPrefix{}};
  for (std::uint32_t row = 0; row < rows; ++row) {
    std::vector<QueensPrefix> next;
    for (const QueensPrefix& board : boards) {
      for_each_placement(queens, board,
                         [&](const QueensPrefix& placed) { next.push_back(placed); });
    }
    boards = std::move(next);
  }
  return boards;
}

std::uint32_t queens_solutions(std::uint32_t queens, const QueensPrefix& prefix) {
  if (prefix.rows == queens) return 1;
  std::uint32_t solutions = 0;
  for_each_placement(queens, prefix, [&](const QueensPrefix& placed) {
    solutions += queens_solutions(queens, placed);
  });
  return solutions;
}

std::uint32_t known_queens_solutions(std::uint32_t queens) {
  // Sequence A000170 of the On-Line Encyclopedia of Integer Sequences.
  constexpr std::array<std::uint32_t, kMostQueens + 1> kSolutions{
      1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
  return kSolutions.at(queens);
}

std::unique_ptr<Workload> make_n_queens() { return std::make_unique<NQueens>(); }

}  // namespace lanefold
