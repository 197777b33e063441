// SPDX-License-Identifier: Apache-2.0
// Versions of the program and of what it was built with.
#include "build_info.h"

#include <fmt/format.h>
#include <sysc/kernel/sc_ver.h>

#include "build_commit.h"
#include "lanefold/statistics_report.h"
#include "lanefold/version.h"

namespace lanefold {

namespace {

std::string compiler() {
#ifdef __clang__
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

/// "2.3.4" of "2.3.4-Accellera".
std::string systemc() {
  const std::string release = sc_core::sc_release();
  return "SystemC " + release.substr(0, release.find('-'));
}

}  // namespace

std::string rtl_text() {
  const std::string version = LANEFOLD_VERILATOR;
  return version.empty() ? "no RTL" : "Verilator " + version;
}

std::string build_commit() { return LANEFOLD_COMMIT; }

std::string version_text() {
  const std::string commit = build_commit();
  return fmt::format("lanefold {} (statistics {}, configuration {})\n{}, {}, {}, {}", kVersion,
                     kStatisticsSchema, kConfigurationVersion,
                     commit.empty() ? "no commit" : "commit " + commit, compiler(), systemc(),
                     rtl_text());
}

}  // namespace lanefold
