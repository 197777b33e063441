// SPDX-License-Identifier: Apache-2.0
// Looks through the objects of a simulation.
#include "machine/gpu/module_sockets.h"

#include <algorithm>
#include <string_view>
#include <systemc>

#include "lanefold/gpu.h"
#include "machine/gpu/use_context.h"

namespace lanefold {
namespace {

using Sockets = std::map<std::string, std::vector<std::string>>;

/// Caches of cores, and sockets of which there are several, have numbers: l1_0, command_3.
std::string without_number(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool numbered = last + 1 < name.size() && name[last] == '_';
  return numbered ? name.substr(0, last) : name;
}

bool is_socket(const sc_core::sc_object& object) {
  const std::string_view kind = object.kind();
  return kind.find("socket") != std::string_view::npos;
}

void add_sockets(const sc_core::sc_object& module, Sockets& sockets) {
  std::vector<std::string>& own = sockets[without_number(module.basename())];
  for (const sc_core::sc_object* child : module.get_child_objects()) {
    const std::string name = without_number(child->basename());
    if (is_socket(*child)) {
      if (std::find(own.begin(), own.end(), name) == own.end()) own.push_back(name);
    } else if (dynamic_cast<const sc_core::sc_module*>(child) != nullptr) {
      add_sockets(*child, sockets);
    }
  }
}

}  // namespace

Sockets module_sockets(const MachineConfig& machine) {
  const NewContext context;
  const Gpu gpu("gpu", machine);
  Sockets sockets;
  add_sockets(gpu, sockets);
  return sockets;
}

}  // namespace lanefold
