// SPDX-License-Identifier: Apache-2.0
// The recording of an application, in its file.
#include "recording_file.h"

#include <string_view>
#include <utility>

#include "lanefold/config.h"

namespace lanefold::icd {

RecordingFile::RecordingFile(const std::string& file, const std::string& program,
                             const MachineConfig& config, Machine& machine,
                             RecordingMachine::SourceOf source_of)
    : file_(file, OutputFile::Kind::Plain),
      machine_(
          machine, {program, print_config(config)},
          [this](std::string_view bytes) { file_.write(bytes); }, std::move(source_of)) {}

void RecordingFile::close() {
  machine_.close();
  file_.close();
}

}  // namespace lanefold::icd
