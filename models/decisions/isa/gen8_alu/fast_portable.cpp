// SPDX-License-Identifier: Apache-2.0
// The fast functions for any host.

#include "decisions/isa/gen8_alu/lane_functions.h"

namespace lanefold::gen8 {
namespace {
struct PortableHost {};
}  // namespace

Operate portable_operation(const FastForm& form) { return find_lane_function<PortableHost>(form); }

}  // namespace lanefold::gen8
