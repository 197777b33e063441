// SPDX-License-Identifier: Apache-2.0
// The one place that knows every register-file organisation.
#include "base/policy_table.h"
#include "lanefold/compactor.h"
#include "lanefold/register_file.h"

namespace lanefold {

// Each is defined in the file of its organisation.
std::unique_ptr<RegisterFileOrganisation> make_baseline_register_file();
std::unique_ptr<RegisterFileOrganisation> make_bcc_register_file();
std::unique_ptr<RegisterFileOrganisation> make_scc_register_file();
std::unique_ptr<RegisterFileOrganisation> make_interwarp_register_file();

namespace {

constexpr ChoiceRow<RegisterFileKind, std::unique_ptr<RegisterFileOrganisation> (*)()>
    kOrganisations[] = {
        {RegisterFileKind::Auto, nullptr},  // stands for one of the others
        {RegisterFileKind::Baseline, make_baseline_register_file},
        {RegisterFileKind::Bcc, make_bcc_register_file},
        {RegisterFileKind::Scc, make_scc_register_file},
        {RegisterFileKind::Interwarp, make_interwarp_register_file},
};
static_assert(has_each_choice(kOrganisations));

}  // namespace

RegisterFileKind register_file_of(RegisterFileKind kind, CompactionPolicy compaction) {
  return kind == RegisterFileKind::Auto ? make_compactor(compaction)->register_file() : kind;
}

std::unique_ptr<RegisterFileOrganisation> make_register_file(RegisterFileKind kind,
                                                             CompactionPolicy compaction) {
  return row_of(kOrganisations, register_file_of(kind, compaction))();
}

}  // namespace lanefold
