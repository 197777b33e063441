// SPDX-License-Identifier: Apache-2.0
// The uniformity of every value of a program: the least fixed point of data dependence and of what
// divergent branches do.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/uniformity/launch_shape.h"
#include "analysis/uniformity/program_values.h"
#include "analysis/uniformity/sync_dependence.h"

namespace lanefold {

class ValueUniformity {
 public:
  ValueUniformity(const ProgramImage& image, const ProgramValues& program,
                  const LaunchShape& shape);

  /// Uniformity of a value of function `f`, seen at one of its vertices: after a loop that lanes
  /// leave in different iterations, its values are divergent.
  Uniformity at(std::uint32_t f, ValueId id, std::uint32_t vertex) const;
  /// Uniformity of a value where it is defined.
  Uniformity of(std::uint32_t f, ValueId id) const { return classes_[f][id]; }

  /// Vertices that end with the branches because of which values are divergent that meet at
  /// `vertex`; empty if they are not.
  const std::vector<std::uint32_t>& parted_by(std::uint32_t f, std::uint32_t vertex) const {
    return joins_[f][vertex];
  }
  /// Like parted_by(), for values of loops, seen after them: of the innermost one that lanes leave
  /// in different iterations.
  const std::vector<std::uint32_t>& left_by(std::uint32_t f, ValueId id,
                                            std::uint32_t vertex) const;
  /// Whether divergence begins with the result of an instruction, or with a branch at the end of a
  /// vertex: when it was found to be divergent, its operands were not yet. In a loop, they may have
  /// become so by it.
  bool begins(std::uint32_t f, ValueId result) const { return begins_[f][result]; }
  bool branch_begins(std::uint32_t f, std::uint32_t vertex) const {
    return branch_begins_[f][vertex];
  }
  /// Whether different values can come to a value at once because lanes are not in step.
  bool out_of_step(std::uint32_t f, const Value& value) const;
  /// Whether all lanes load the same if they load from one address.
  bool loads_one_value(std::uint32_t f, ValueId address) const;

 private:
  void sweep(std::uint32_t f);
  void raise(std::uint32_t f, ValueId id, Uniformity to);
  Uniformity evaluate(std::uint32_t f, const Value& value) const;
  Uniformity entering(std::uint32_t f, const Value& value) const;
  Uniformity meeting(std::uint32_t f, const Value& phi) const;
  Uniformity coming_back(std::uint32_t f, const Value& value) const;
  Uniformity result(std::uint32_t f, std::uint32_t vertex, const Instruction& instruction,
                    const Uses& uses) const;
  Uniformity loaded(std::uint32_t f, std::uint32_t vertex, const Instruction& instruction,
                    const Uses& uses) const;
  bool any_divergent(std::uint32_t f, std::uint32_t vertex, const Uses& uses) const;
  void note_branch(std::uint32_t f, std::uint32_t vertex);
  std::uint32_t parting_loop(std::uint32_t f, ValueId id, std::uint32_t vertex) const;

  const ProgramImage& image_;
  const ProgramValues& program_;
  LaunchShape shape_;
  bool in_step_;  ///< until a branch is found that undoes it
  bool changed_ = false;
  std::vector<std::vector<Uniformity>> classes_;                ///< by function and value
  std::vector<std::vector<bool>> begins_;                       ///< by function and value
  std::vector<std::vector<bool>> branch_begins_;                ///< by function and vertex
  std::vector<std::vector<bool>> parts_;                        ///< by function and vertex
  std::vector<std::vector<std::vector<std::uint32_t>>> joins_;  ///< by function and vertex
  std::vector<std::vector<std::vector<std::uint32_t>>> loops_;  ///< by function and head
};

}  // namespace lanefold
