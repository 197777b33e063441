// SPDX-License-Identifier: Apache-2.0
// Curves as JSON.
#include "report/curves_json.h"

namespace lanefold {

using Json = nlohmann::ordered_json;

Json curves_json(const Curves& curves) {
  Json object{{"schema", kCurvesSchema}, {"cores", curves.cores}};
  Json& launches = object["launches"] = Json::array();
  for (const Curves::Launch& launch : curves.launches) {
    launches.push_back(
        {{"kernel", launch.kernel}, {"begin", launch.begin}, {"cycles", launch.cycles}});
  }
  object["launches_left_out"] = curves.launches_left_out;
  object["begin"] = curves.begin;
  object["cycles"] = curves.cycles;
  Json& series = object["series"] = Json::object();
  for (const Curves::Series& one : curves.series) series[one.name] = one.values;
  Json& cores = object["per_core"] = Json::array();
  for (const LaneLedger& ledger : curves.per_core) {
    Json& core = cores.emplace_back(Json::object());
    for (std::size_t i = 0; i < kSlotCauses; ++i) {
      if (ledger.slots[i] == 0) continue;
      core[slot_cause_name(static_cast<SlotCause>(i))] = ledger.slots[i];
    }
  }
  return object;
}

}  // namespace lanefold
