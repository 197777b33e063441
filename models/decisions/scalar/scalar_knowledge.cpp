// SPDX-License-Identifier: Apache-2.0
// The factory of who knows.
#include "decisions/scalar/scalar_knowledge.h"

#include <vector>

#include "base/policy_table.h"
#include "lanefold/core_config.h"

namespace lanefold {

std::unique_ptr<ScalarKnowledge> make_static_knowledge();
std::unique_ptr<ScalarKnowledge> make_dynamic_knowledge();

namespace {

constexpr PolicyEntry<ScalarKnowledge> kKinds[] = {
    {"static", make_static_knowledge},
    {"dynamic", make_dynamic_knowledge},
};

}  // namespace

const std::vector<std::string>& scalar_knowledge_names() {
  static const std::vector<std::string> kNames = policy_names(kKinds);
  return kNames;
}

std::unique_ptr<ScalarKnowledge> make_scalar_knowledge(const std::string& name) {
  return make_policy(kKinds, "core.scalar_knowledge", name, scalar_knowledge_names());
}

}  // namespace lanefold
