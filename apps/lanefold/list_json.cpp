// SPDX-License-Identifier: Apache-2.0
// What `lanefold list --json` prints.
#include "list_json.h"

#include <nlohmann/json.hpp>

#include "decisions/pipeline/edges.h"
#include "lanefold/config.h"
#include "list_blocks.h"
#include "workloads/workload.h"

namespace lanefold {

namespace {

using Json = nlohmann::ordered_json;

template <class Workloads>
Json workloads_json(const Workloads& workloads) {
  Json list = Json::array();
  for (const auto& workload : workloads) {
    Json parameters = Json::array();
    for (const WorkloadParameter& parameter : workload->parameters()) {
      parameters.push_back({{"name", parameter.name},
                            {"default", parameter.default_value},
                            {"description", parameter.description}});
    }
    list.push_back({{"name", workload->name()},
                    {"field", field_of(*workload)},
                    {"description", workload->description()},
                    {"parameters", parameters}});
  }
  return list;
}

Json machines_json() {
  Json list = Json::array();
  for (const MachineInfo& machine : list_machines()) {
    list.push_back({{"name", machine.name}, {"description", machine.description}});
  }
  return list;
}

Json parameters_json() {
  Json list = Json::array();
  for (const ParameterInfo& parameter : list_parameters()) {
    list.push_back({{"key", parameter.key},
                    {"default", parameter.default_value},
                    {"valid", parameter.valid},
                    {"needs", parameter.needs},
                    {"description", parameter.help}});
  }
  return list;
}

Json blocks_json() {
  Json list = Json::array();
  for (const BlockInfo& block : list_blocks()) {
    list.push_back({{"name", block.word},
                    {"module", block.module},
                    {"sockets", block.sockets},
                    {"rtl", block.rtl}});
  }
  return list;
}

Json edges_json() {
  Json list = Json::array();
  for (const EdgeInfo& edge : kEdges) {
    list.push_back({{"from", edge.name},
                    {"to", edge.to},
                    {"payload", edge.payload},
                    {"carries_delays", edge.carries_delays()},
                    {"with", edge.with}});
  }
  return list;
}

}  // namespace

std::string list_json(const std::string& what) {
  const Json list = what == "workloads"  ? workloads_json(workloads())
                    : what == "showcase" ? workloads_json(showcase())
                    : what == "machines" ? machines_json()
                    : what == "blocks"   ? blocks_json()
                    : what == "edges"    ? edges_json()
                                         : parameters_json();
  return Json{{what, list}}.dump(1) + "\n";
}

}  // namespace lanefold
