// SPDX-License-Identifier: Apache-2.0
// A workload: an OpenCL C kernel, a seeded generator of its input, and a host reference for its
// whole output.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/device.h"

namespace lanefold {

enum class WorkloadSize : std::uint8_t {
  Tiny,     ///< for tests: under a second on the timed machine
  Default,  ///< for demonstrations: a few million warp instructions at most
  Paper,    ///< for studies: ten million or more (ISCA'13 section 5.1)
};

/// A knob of one workload, for instance the mask of divergence-pattern.
struct WorkloadParameter {
  std::string name;
  std::string default_value;
  std::string description;
};

/// How the device computes exp, log, sin, rsqrt and their like.
enum class MathFunctions : std::uint8_t {
  Ours,   ///< as the references do, bit by bit
  Other,  ///< differently, within the bounds of OpenCL 1.2 clause 7.4
};

/// What a run is asked to do.
struct WorkloadRequest {
  WorkloadSize size = WorkloadSize::Default;
  std::uint64_t seed = 1;
  std::map<std::string, std::string> parameters;  ///< only names that `parameters()` lists
  MathFunctions functions = MathFunctions::Ours;

  bool asks_for(const std::string& name, const std::string& value) const {
    const auto found = parameters.find(name);
    return found != parameters.end() && found->second == value;
  }
};

/// What came of it.
struct WorkloadResult {
  bool verified = false;
  std::uint64_t values_checked =
      0;               ///< output values compared with the host reference: all of them
  std::string detail;  ///< the first mismatch with both values, or the input's shape
};

class Workload {
 public:
  virtual ~Workload() = default;
  virtual std::string name() const = 0;         ///< as on the command line: lower case, hyphens
  virtual std::string description() const = 0;  ///< one line
  virtual std::string source_file() const = 0;  ///< the .cl file's name in workloads/
  /// The file for this request. Another form of a kernel has a file of its own, so that it does not
  /// move the code of the first.
  virtual std::string source_file_for(const WorkloadRequest& /*request*/) const {
    return source_file();
  }
  virtual std::vector<WorkloadParameter> parameters() const { return {}; }
  /// Allocates, launches as often as needed, reads back and checks. Releases what it allocated.
  virtual WorkloadResult run(Device& device, const Program& program,
                             const WorkloadRequest& request) const = 0;
};

/// All workloads, in the order in which they are listed.
const std::vector<std::unique_ptr<Workload>>& workloads();
/// Those of the demonstration, the golden records and the result tables.
std::vector<const Workload*> showcase();
/// The field of a listed workload, for instance "linear algebra".
std::string field_of(const Workload& workload);
/// The workload of that name, or nullptr.
const Workload* find_workload(const std::string& name);

}  // namespace lanefold
