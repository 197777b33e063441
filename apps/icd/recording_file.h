// SPDX-License-Identifier: Apache-2.0
// The recording of an application, in its file.
#pragma once

#include <cstdint>
#include <string>

#include "base/output_file.h"
#include "lanefold/machine_config.h"
#include "observers/recording/recording_machine.h"

namespace lanefold::icd {

/// Throws Error(File) if it cannot be written; what fails later, when it is closed.
class RecordingFile {
 public:
  RecordingFile(const std::string& file, const std::string& program, const MachineConfig& config,
                Machine& machine, RecordingMachine::SourceOf source_of);

  /// That the host is to use.
  Machine& machine() { return machine_; }
  /// The file is whole.
  void close();

 private:
  OutputFile file_;
  RecordingMachine machine_;
};

}  // namespace lanefold::icd
