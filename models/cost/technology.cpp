// SPDX-License-Identifier: Apache-2.0
// Published unit areas, and the scaling rule of the papers.
#include "cost/technology.h"

#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

int generation_of(unsigned node) {
  const std::vector<unsigned>& nodes = technology_nodes();
  const auto found = std::find(nodes.begin(), nodes.end(), technology_node(std::to_string(node)));
  return static_cast<int>(found - nodes.begin());
}

}  // namespace

const std::vector<unsigned>& technology_nodes() {
  static const std::vector<unsigned> kNodes{130, 90, 65, 45, 32, 22};
  return kNodes;
}

unsigned technology_node(const std::string& text) {
  std::vector<std::string> names;
  for (const unsigned node : technology_nodes()) {
    names.push_back(std::to_string(node));
    if (names.back() == text) return node;
  }
  throw Error(ErrorKind::Usage, "areas are not known for a node of " + in_quotes(text) +
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
