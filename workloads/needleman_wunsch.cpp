// SPDX-License-Identifier: Apache-2.0
// Needleman-Wunsch alignment: input, reference and check.
#include "workloads/needleman_wunsch.h"

#include <algorithm>
#include <string>

#include "workloads/device_array.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLetters = 20;
/// Every sequence length is a multiple of it.
constexpr std::uint32_t kLargestBlock = 32;

AlignmentProblem random_problem(SplitMix64& random, std::uint32_t length) {
  AlignmentProblem problem;
  problem.letters = kLetters;
  problem.penalty = 3;
  problem.similarity.resize(std::size_t{kLetters} * kLetters);
  for (std::uint32_t one = 0; one < kLetters; ++one) {
    for (std::uint32_t two = 0; two <= one; ++two) {
      const auto score = one == two ? 4 + static_cast<std::int32_t>(random.below(5))
                                    : static_cast<std::int32_t>(random.below(6)) - 4;
      problem.similarity[one * kLetters + two] = score;
      problem.similarity[two * kLetters + one] = score;
    }
  }
  for (std::uint32_t position = 0; position < length; ++position) {
    problem.down.push_back(static_cast<std::uint8_t>(random.below(kLetters)));
    // Related sequences: three letters of four are the same.
    problem.across.push_back(random.below(4) != 0
                                 ? problem.down.back()
                                 : static_cast<std::uint8_t>(random.below(kLetters)));
  }
  return problem;
}

/// Row 0 and column 0: gaps only.
std::vector<std::int32_t> bordered_scores(const AlignmentProblem& problem) {
  const std::size_t pitch = problem.across.size() + 1;
  std::vector<std::int32_t> scores((problem.down.size() + 1) * pitch);
  for (std::size_t column = 0; column < pitch; ++column) {
    scores[column] = -problem.penalty * static_cast<std::int32_t>(column);
  }
  for (std::size_t row = 0; row <= problem.down.size(); ++row) {
    scores[row * pitch] = -problem.penalty * static_cast<std::int32_t>(row);
  }
  return scores;
}

std::vector<std::int32_t> scores_on_device(Device& device, const Program& program,
                                           const AlignmentProblem& problem) {
  const DeviceArray<std::int32_t> scores(device, bordered_scores(problem));
  const DeviceArray<std::uint8_t> down(device, problem.down);
  const DeviceArray<std::uint8_t> across(device, problem.across);
  const DeviceArray<std::int32_t> similarity(device, problem.similarity);
  const std::uint32_t side = group_size(device, kLargestBlock);
  const auto length = static_cast<std::uint32_t>(problem.across.size());
  const std::uint32_t pitch = length + 1;
  const std::uint32_t blocks = length / side;
  for (std::uint32_t diagonal = 0; diagonal + 1 < 2 * blocks; ++diagonal) {
    const std::uint32_t first = diagonal < blocks ? 0 : diagonal - blocks + 1;
    const std::uint32_t last = std::min(diagonal, blocks - 1);
    NDRange range;
    range.global[0] = (last - first + 1) * side;
    range.local[0] = side;
    launch(device, program, "needleman_wunsch", range, scores, down, across, similarity,
           problem.letters, pitch, first, diagonal, problem.penalty,
           LocalBytes{(side + 1) * (side + 1) * 4});
  }
  return scores.download();
}

class NeedlemanWunsch final : public Workload {
 public:
  std::string name() const override { return "needleman-wunsch"; }
  std::string description() const override {
    return "sequence alignment along wavefronts with barriers";
  }
  std::string source_file() const override { return "needleman_wunsch.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    const RequestReader reader(*this, request);
    const auto length = kLargestBlock * reader.by_size<std::uint32_t>(4, 24, 62);
    SplitMix64 random(request.seed);
    const AlignmentProblem problem = random_problem(random, length);

    OutputCheck check;
    check.equal("score", scores_on_device(device, program, problem), alignment_scores(problem));
    return check.result("two sequences of " + std::to_string(length) + " letters");
  }
};

}  // namespace

std::vector<std::int32_t> alignment_scores(const AlignmentProblem& problem) {
  std::vector<std::int32_t> scores = bordered_scores(problem);
  const std::size_t pitch = problem.across.size() + 1;
  for (std::size_t row = 1; row <= problem.down.size(); ++row) {
    const std::size_t table_row = std::size_t{problem.down[row - 1]} * problem.letters;
    for (std::size_t column = 1; column < pitch; ++column) {
      const std::size_t cell = row * pitch + column;
      const std::int32_t match = problem.similarity[table_row + problem.across[column - 1]];
      scores[cell] =
          std::max({scores[cell - pitch - 1] + match, scores[cell - pitch] - problem.penalty,
                    scores[cell - 1] - problem.penalty});
    }
  }
  return scores;
}

std::unique_ptr<Workload> make_needleman_wunsch() { return std::make_unique<NeedlemanWunsch>(); }

}  // namespace lanefold
