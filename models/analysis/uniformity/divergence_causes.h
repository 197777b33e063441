// SPDX-License-Identifier: Apache-2.0
// Why values are divergent: shortest chains to where divergence begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/uniformity/direct_causes.h"

namespace lanefold {

/// The chains of all instructions of a program, all found at once. Refers to its arguments.
class DivergenceCauses {
 public:
  DivergenceCauses(const ProgramImage& image, const ProgramValues& program,
                   const ValueUniformity& classes);

  /// From an instruction, given by its vertex and position in function `f`, to the place at which
  /// divergence begins, its last step. Empty if neither result nor operands are divergent.
  std::vector<DivergenceStep> of(std::uint32_t f, std::uint32_t vertex,
                                 std::uint32_t position) const;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Link {
    CauseNode node;
    DivergenceStep step;
    std::uint32_t distance = kNone;  ///< steps to where divergence begins
    std::uint32_t next = kNone;      ///< link that is nearer by one
  };
  struct Hash {
    std::size_t operator()(const CauseNode& node) const;
  };
  /// By link, the links from which its divergence comes.
  using Edges = std::vector<std::vector<std::uint32_t>>;

  std::vector<CauseNode> divergent_values(std::uint32_t f, std::uint32_t vertex,
                                          std::uint32_t position) const;
  void add_instructions();
  std::uint32_t link_of(const CauseNode& node);
  Edges follow(const DirectCauses& direct);
  void measure(const Edges& edges);

  const ProgramValues& program_;
  const ValueUniformity& classes_;
  std::vector<Link> links_;
  std::unordered_map<CauseNode, std::uint32_t, Hash> index_;
};

}  // namespace lanefold
