// SPDX-License-Identifier: Apache-2.0
// A drop of a liquid of Lennard-Jones particles, as SC'09 section 7.3.1 simulates one. Lengths are
// in diameters of a particle.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"
#include "workloads/ray_vector.h"
#include "workloads/request_reader.h"
#include "workloads/workload.h"

namespace lanefold {

/// The layout is that of a float4.
struct LiquidParticle {
  RayVector place;
  float unused = 0;
};

/// Forces reach as far as kForceRadius. Lists of neighbours are made for kListRadius, so that they
/// hold for a few steps in which particles move.
constexpr float kForceRadius = 3.0F;
constexpr float kListRadius = 3.8F;
constexpr std::uint32_t kMostNeighbours = 128;

/// Particles in a cube without periodic borders, at a packing fraction of 0.2.
struct Liquid {
  std::vector<LiquidParticle> particles;
  std::uint32_t bins = 0;            ///< in each direction; a bin is at least kListRadius wide
  float bins_per_length = 0;         ///< the inverse of a bin's width
  std::vector<std::uint32_t> first;  ///< of each bin among the members, and the end
  std::vector<std::uint32_t> members;

  std::uint32_t count() const { return static_cast<std::uint32_t>(particles.size()); }
};

/// In which particles lie in memory.
enum class ParticleOrder : std::uint8_t {
  Curve,  ///< along Hilbert's curve, as HOOMD keeps them (Anderson, Lorenz and Travesset, J.
          ///< Comput. Phys. 227, 2008)
  None,
};

/// The workload parameter of that order.
inline WorkloadParameter order_parameter() {
  return {"order", "curve", "of the particles in memory: along a space-filling curve, or none"};
}
inline ParticleOrder requested_order(const RequestReader& reader) {
  return reader.choice("order", {"curve", "none"}) == "none" ? ParticleOrder::None
                                                             : ParticleOrder::Curve;
}

/// side x side x side particles.
Liquid make_liquid(SplitMix64& random, std::uint32_t side, ParticleOrder order);

/// For each particle, the others within kListRadius, in the order of bins and of their members.
std::vector<std::vector<std::uint32_t>> neighbours_of(const Liquid& liquid);

/// Neighbour k of particle p is at k * count + p, as wide loads want it; 0 where there is none.
std::vector<std::uint32_t> interleaved(const std::vector<std::vector<std::uint32_t>>& neighbours);
std::vector<std::uint32_t> counts_of(const std::vector<std::vector<std::uint32_t>>& neighbours);

/// The neighbours of one particle behind those of the other, and where those of each particle begin
/// and the last end.
std::vector<std::uint32_t> concatenated(const std::vector<std::vector<std::uint32_t>>& neighbours);
std::vector<std::uint32_t> firsts_of(const std::vector<std::vector<std::uint32_t>>& neighbours);

}  // namespace lanefold
