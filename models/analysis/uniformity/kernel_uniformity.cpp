// SPDX-License-Identifier: Apache-2.0
// Puts the classes of values together by instruction.
#include "analysis/uniformity/kernel_uniformity.h"

#include <optional>
#include <utility>

namespace lanefold {

/// What explains the result.
struct KernelUniformity::Details {
  struct Place {
    std::uint32_t f = 0;
    std::uint32_t vertex = 0;
    std::uint32_t position = 0;
    bool known = false;
  };

  const ProgramImage* image = nullptr;
  ProgramValues program;
  std::optional<ValueUniformity> classes;
  std::vector<Place> places;  ///< by index in the code: where it is divergent, if anywhere
  std::optional<DivergenceCauses> causes;  ///< found when the first is asked for
};

KernelUniformity::KernelUniformity(const ProgramImage& image, std::uint32_t entry,
                                   const LaunchShape& shape)
    : base_(image.flow.base),
      instructions_(image.code.size()),
      details_(std::make_unique<Details>()) {
  details_->image = &image;
  details_->places.resize(image.code.size());
  details_->program = program_values(image, entry);
  if (details_->program.unknown_jump) {
    give_up(image);
    return;
  }
  details_->classes.emplace(image, details_->program, shape);
  fill(image);
}

KernelUniformity::~KernelUniformity() = default;
KernelUniformity::KernelUniformity(KernelUniformity&&) noexcept = default;
KernelUniformity& KernelUniformity::operator=(KernelUniformity&&) noexcept = default;

const InstructionUniformity& KernelUniformity::at_pc(std::uint32_t pc) const {
  return instructions_[(pc - base_) / 4];
}

/// Code that several functions share has what holds in all of them.
void KernelUniformity::fill(const ProgramImage& image) {
  const ValueUniformity& classes = *details_->classes;
  for (std::uint32_t f = 0; f < details_->program.functions.size(); ++f) {
    const ValueTable& table = details_->program.functions[f];
    for (std::uint32_t v = 0; v < table.graph.blocks.size(); ++v) {
      const std::uint32_t first = image.flow.blocks[table.graph.blocks[v]].first;
      for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
        InstructionUniformity& known = instructions_[first + i];
        const Uses& uses = table.uses[v][i];
        known.reached = true;
        Uniformity all = uses.result == kNoValue ? Uniformity::uniform() : Uniformity();
        for (unsigned s = 0; s < image.code[first + i].sources; ++s) {
          const Uniformity source = classes.at(f, uses.sources[s], v);
          known.sources[s] = known.sources[s].joined(source);
          if (uses.result == kNoValue) all = all.joined(source);
        }
        if (uses.result != kNoValue) all = classes.of(f, uses.result);
        known.value = known.value.joined(all);
        if (all.is_divergent()) details_->places[first + i] = {f, v, i, true};
      }
    }
  }
}

/// Nothing is known of a program some of whose jumps may lead anywhere.
void KernelUniformity::give_up(const ProgramImage& image) {
  for (std::uint32_t i = 0; i < instructions_.size(); ++i) {
    instructions_[i].reached = true;
    instructions_[i].value = Uniformity::divergent();
    for (unsigned s = 0; s < image.code[i].sources; ++s) {
      instructions_[i].sources[s] = Uniformity::divergent();
    }
  }
}

std::vector<DivergenceStep> KernelUniformity::cause(std::uint32_t index) const {
  Details& details = *details_;
  if (details.program.unknown_jump) {
    return {{*details.program.unknown_jump, DivergenceRule::Unknown}};
  }
  const Details::Place& place = details.places[index];
  if (!place.known) return {};
  if (!details.causes) {
    details.causes.emplace(*details.image, details.program, *details.classes);
  }
  return details.causes->of(place.f, place.vertex, place.position);
}

}  // namespace lanefold
