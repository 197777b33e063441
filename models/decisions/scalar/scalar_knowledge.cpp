// SPDX-License-Identifier: Apache-2.0
// The factory of who knows.
#include "decisions/scalar/scalar_knowledge.h"

#include "base/policy_table.h"

namespace lanefold {

std::unique_ptr<ScalarKnowledge> make_static_knowledge();
std::unique_ptr<ScalarKnowledge> make_dynamic_knowledge();

namespace {

constexpr ChoiceRow<KnowledgeSource, std::unique_ptr<ScalarKnowledge> (*)()> kSources[] = {
    {KnowledgeSource::Static, make_static_knowledge},
    {KnowledgeSource::Dynamic, make_dynamic_knowledge},
};
static_assert(has_each_choice(kSources));

}  // namespace

std::unique_ptr<ScalarKnowledge> make_scalar_knowledge(KnowledgeSource source) {
  return row_of(kSources, source)();
}

}  // namespace lanefold
