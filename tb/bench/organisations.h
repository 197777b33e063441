// SPDX-License-Identifier: Apache-2.0
// Shapes of cores with each organisation of their register files.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "lanefold/core_choices.h"
#include "tb/bench/bench.h"
#include "twins/verilated/register_banks_twin.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {

struct OrganisedShape {
  RtlShape shape;
  RegisterFileKind kind;
};

/// Every shape with every organisation that rtl/register_banks.sv has.
inline std::vector<OrganisedShape> organised_shapes() {
  std::vector<OrganisedShape> all;
  for (const RtlShape& shape : rtl_shapes()) {
    for (const RegisterFileKind kind : kRtlOrganisations) all.push_back({shape, kind});
  }
  return all;
}

/// For the names of tests, for instance "Lanes16Alu4Scc".
inline std::string name_of(const OrganisedShape& organised) {
  const bool scc = organised.kind == RegisterFileKind::Scc;
  const bool bcc = organised.kind == RegisterFileKind::Bcc;
  return name_of(organised.shape) + (scc ? "Scc" : bcc ? "Bcc" : "Baseline");
}
inline void PrintTo(const OrganisedShape& organised, std::ostream* out) {
  *out << name_of(organised);
}

}  // namespace lanefold
