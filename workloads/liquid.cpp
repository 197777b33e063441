// SPDX-License-Identifier: Apache-2.0
// A drop of a liquid of Lennard-Jones particles.
#include "workloads/liquid.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "workloads/hilbert_curve.h"

namespace lanefold {
namespace {

/// Distance of neighbours in a simple cubic lattice whose spheres fill a fifth of space:
/// (pi / 6 / 0.2) ^ (1 / 3).
constexpr float kSpacing = 1.378175F;
/// Largest displacement from the lattice: spheres do not touch, and no order is left.
constexpr float kJitter = 0.2F;

std::uint32_t bin_along(const Liquid& liquid, float place) {
  const auto bin = static_cast<std::uint32_t>(place * liquid.bins_per_length);
  return std::min(bin, liquid.bins - 1);
}

std::array<std::uint32_t, 3> bin_of(const Liquid& liquid, const RayVector& place) {
  return {bin_along(liquid, place.x), bin_along(liquid, place.y), bin_along(liquid, place.z)};
}

std::uint32_t number_of(const Liquid& liquid, const std::array<std::uint32_t, 3>& bin) {
  return (bin[2] * liquid.bins + bin[1]) * liquid.bins + bin[0];
}

/// A counting sort: within a bin, particles are in the order of their numbers.
void sort_into_bins(Liquid& liquid) {
  std::vector<std::vector<std::uint32_t>> bins(std::size_t{liquid.bins} * liquid.bins *
                                               liquid.bins);
  for (std::uint32_t particle = 0; particle < liquid.count(); ++particle) {
    bins[number_of(liquid, bin_of(liquid, liquid.particles[particle].place))].push_back(particle);
  }
  for (const std::vector<std::uint32_t>& bin : bins) {
    liquid.first.push_back(static_cast<std::uint32_t>(liquid.members.size()));
    liquid.members.insert(liquid.members.end(), bin.begin(), bin.end());
  }
  liquid.first.push_back(liquid.count());
}

void add_bin(const Liquid& liquid, std::uint32_t bin, std::uint32_t mine,
             std::vector<std::uint32_t>& neighbours) {
  for (std::uint32_t slot = liquid.first[bin]; slot < liquid.first[bin + 1]; ++slot) {
    const std::uint32_t other = liquid.members[slot];
    const RayVector away = liquid.particles[mine].place - liquid.particles[other].place;
    if (other != mine && dot(away, away) < kListRadius * kListRadius) neighbours.push_back(other);
  }
}

/// By cells of about a particle's diameter.
void sort_along_curve(std::vector<LiquidParticle>& particles, float length) {
  unsigned bits = 1;
  while (static_cast<float>(1U << bits) < length) ++bits;
  const float cells_per_length = static_cast<float>(1U << bits) / length;
  const auto cell = [&](float place) {
    return static_cast<std::uint32_t>(place * cells_per_length);
  };
  const auto place = [&](const LiquidParticle& particle) {
    const RayVector& at = particle.place;
    return place_on_hilbert_curve({cell(at.x), cell(at.y), cell(at.z)}, bits);
  };
  std::stable_sort(particles.begin(), particles.end(),
                   [&](const LiquidParticle& left, const LiquidParticle& right) {
                     return place(left) < place(right);
                   });
}

}  // namespace

Liquid make_liquid(SplitMix64& random, std::uint32_t side, ParticleOrder order) {
  Liquid liquid;
  const auto at = [&](std::uint32_t step) {
    return (static_cast<float>(step) + 0.5F + random.between(-kJitter, kJitter)) * kSpacing;
  };
  for (std::uint32_t cell = 0; cell < side * side * side; ++cell) {
    const float x = at(cell % side);
    const float y = at(cell / side % side);
    const float z = at(cell / side / side);
    liquid.particles.push_back({{x, y, z}});
  }
  for (std::uint32_t left = liquid.count(); left > 1; --left) {
    std::swap(liquid.particles[left - 1], liquid.particles[random.below(left)]);
  }
  const float length = static_cast<float>(side) * kSpacing;
  if (order == ParticleOrder::Curve) sort_along_curve(liquid.particles, length);
  liquid.bins = std::max(static_cast<std::uint32_t>(length / kListRadius), 1U);
  liquid.bins_per_length = static_cast<float>(liquid.bins) / length;
  sort_into_bins(liquid);
  return liquid;
}

std::vector<std::vector<std::uint32_t>> neighbours_of(const Liquid& liquid) {
  std::vector<std::vector<std::uint32_t>> result(liquid.count());
  const auto around = [&](std::uint32_t bin) {
    return std::pair(bin == 0 ? 0 : bin - 1, std::min(bin + 1, liquid.bins - 1));
  };
  for (std::uint32_t mine = 0; mine < liquid.count(); ++mine) {
    const auto [x, y, z] = bin_of(liquid, liquid.particles[mine].place);
    for (std::uint32_t k = around(z).first; k <= around(z).second; ++k) {
      for (std::uint32_t j = around(y).first; j <= around(y).second; ++j) {
        for (std::uint32_t i = around(x).first; i <= around(x).second; ++i) {
          add_bin(liquid, number_of(liquid, {i, j, k}), mine, result[mine]);
        }
      }
    }
  }
  return result;
}

std::vector<std::uint32_t> interleaved(const std::vector<std::vector<std::uint32_t>>& neighbours) {
  std::vector<std::uint32_t> slots(neighbours.size() * kMostNeighbours, 0);
  for (std::size_t particle = 0; particle < neighbours.size(); ++particle) {
    for (std::size_t k = 0; k < neighbours[particle].size(); ++k) {
      slots[k * neighbours.size() + particle] = neighbours[particle][k];
    }
  }
  return slots;
}

std::vector<std::uint32_t> counts_of(const std::vector<std::vector<std::uint32_t>>& neighbours) {
  std::vector<std::uint32_t> counts;
  counts.reserve(neighbours.size());
  for (const auto& of_one : neighbours) counts.push_back(static_cast<std::uint32_t>(of_one.size()));
  return counts;
}

std::vector<std::uint32_t> concatenated(const std::vector<std::vector<std::uint32_t>>& neighbours) {
  std::vector<std::uint32_t> all;
  for (const auto& of_one : neighbours) all.insert(all.end(), of_one.begin(), of_one.end());
  return all;
}

std::vector<std::uint32_t> firsts_of(const std::vector<std::vector<std::uint32_t>>& neighbours) {
  std::vector<std::uint32_t> firsts{0};
  for (const std::uint32_t count : counts_of(neighbours)) firsts.push_back(firsts.back() + count);
  return firsts;
}

}  // namespace lanefold
