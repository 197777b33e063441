// SPDX-License-Identifier: Apache-2.0
// Published unit areas and electrical constants, and rules of scaling.
#include "tools/cost/technology.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// Properties of high-performance transistors at 300 K.
struct Transistors {
  unsigned node;
  double volts;        ///< nominal
  double off_current;  ///< nA for each um of width
};

/// CACTI 6.5, which has them from the ITRS, for 90 to 32 nm, and for 22 nm by its comments. At 130
/// nm, the voltage is that of the Predictive Technology Model, and the current lies between those
/// of 180 nm (0.7, McPAT) and 90 nm, as a power of the node.
constexpr std::array<Transistors, 6> kTransistors{{{130, 1.3, 4.2},
                                                   {90, 1.2, 32.4},
                                                   {65, 1.1, 196},
                                                   {45, 1.0, 280},
                                                   {32, 0.9, 152},
                                                   {22, 0.8, 121.6}}};

int generation_of(unsigned node) {
  const std::vector<unsigned>& nodes = technology_nodes();
  const auto found = std::find(nodes.begin(), nodes.end(), technology_node(std::to_string(node)));
  return static_cast<int>(found - nodes.begin());
}

const Transistors& transistors_of(unsigned node) {
  return kTransistors.at(static_cast<std::size_t>(generation_of(node)));
}

/// Energy of switching at V volts, in units of its own: square V^2 + linear V + constant.
struct SwitchingFit {
  double nm;
  double square;
  double linear;
  double constant;

  double at(double volts) const { return square * volts * volts + linear * volts + constant; }
};

/// Table of Stillmaker and Baas, of high-performance transistors from 45 nm on.
constexpr std::array<SwitchingFit, 7> kSwitching{{{180, 0, 24.64, -17.98},
                                                  {130, 7.171, -6.709, 2.904},
                                                  {90, 4.762, -4.781, 2.092},
                                                  {65, 3.755, -4.398, 1.975},
                                                  {45, 1.018, -0.3107, 0.1539},
                                                  {32, 0.8367, -0.4341, 0.1701},
                                                  {20, 0.373, -0.1582, 0.04104}}};

/// A node between two fits has a power of its size.
double switching_energy(unsigned node) {
  const double volts = supply_volts(node);
  const auto next = std::find_if(kSwitching.begin(), kSwitching.end(),
                                 [&](const SwitchingFit& fit) { return fit.nm <= node; });
  if (next->nm == node) return next->at(volts);
  const auto last = next - 1;
  const double part = std::log(last->nm / node) / std::log(last->nm / next->nm);
  return last->at(volts) * std::pow(next->at(volts) / last->at(volts), part);
}

}  // namespace

const std::vector<unsigned>& technology_nodes() {
  static const std::vector<unsigned> kNodes = [] {
    std::vector<unsigned> nodes;
    nodes.reserve(kTransistors.size());
    for (const Transistors& one : kTransistors) nodes.push_back(one.node);
    return nodes;
  }();
  return kNodes;
}

unsigned technology_node(const std::string& text) {
  std::vector<std::string> names;
  for (const unsigned node : technology_nodes()) {
    names.push_back(std::to_string(node));
    if (names.back() == text) return node;
  }
  throw Error(ErrorKind::Usage, "nothing is known of a technology node of " + in_quotes(text) +
                                    " nm; valid: " + join(names, ", "));
}

double um2_of(double f2, unsigned node) {
  generation_of(node);
  const double feature = node / 1000.0;
  return f2 * feature * feature;
}

double area_at(double area, unsigned from, unsigned to) {
  return area * std::pow(0.7 * 0.7, generation_of(to) - generation_of(from));
}

double supply_volts(unsigned node) { return 0.9 * transistors_of(node).volts; }

double switching_at(unsigned node) { return switching_energy(node) / switching_energy(45); }

double switching_from_180nm(unsigned node) {
  return switching_energy(node) / kSwitching.front().at(1.8);
}

double leakage_at(unsigned node) {
  const auto of_area = [](unsigned nm) {
    return transistors_of(nm).off_current * supply_volts(nm) / nm;
  };
  return of_area(node) / of_area(45);
}

const std::vector<UnitArea>& lane_units() {
  static const std::vector<UnitArea> kUnits{
      {"floating-point unit", 0.5, 130,
       "half of a 64-bit one, less than 1 mm2 (Dally et al., Merrimac, SC'03)"},
      {"integer ALU", 280 * 260 * 1e-6, 90, "280 x 260 um (McPAT, logic.cc)"},
  };
  return kUnits;
}

const UnitArea& front_end_unit() {
  static const UnitArea kUnit{
      "front end", 40e3 * 0.798e-6, 45,
      "assumed: 40,000 gates, as a small in-order core has; NAND2 of Nangate"};
  return kUnit;
}

}  // namespace lanefold
