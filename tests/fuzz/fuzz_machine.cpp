// SPDX-License-Identifier: Apache-2.0
// Any text as a machine: it is refused in one sentence, or prints back to the same machine.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lanefold/config.h"
#include "lanefold/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A text without a base is refused, unless it has every parameter.
  const std::string text =
      "base = \"bare\"\n" + std::string(reinterpret_cast<const char*>(data), size);
  try {
    const lanefold::MachineConfig config = lanefold::parse_machine(text, "fuzz.toml");
    const std::string printed = lanefold::print_config(config);
    if (lanefold::print_config(lanefold::parse_machine(printed, "printed.toml")) != printed) {
      std::abort();
    }
  } catch (const lanefold::Error& error) {
    if (error.kind() != lanefold::ErrorKind::Configuration) std::abort();
  }
  return 0;
}
