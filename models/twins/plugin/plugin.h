// SPDX-License-Identifier: Apache-2.0
// Twins of RTL of the user's own: Verilated, compiled and loaded while the program runs.
#pragma once

#include <string>
#include <vector>

#include "twins/plugin/own_rtl.h"
#include "twins/verilated/rtl_models.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {

struct PluginModels {
  std::vector<RtlModel> models;  ///< for a TwinSession
  /// A clause about the shapes of the block that the module does not have; empty if it has all.
  std::string left_out;
};

/// The models of a block in all shapes that a geometry gives it. They stay loaded until the program
/// ends. What was compiled is kept in the cache of compiled code, under a hash of the sources and
/// of the tools.
///
/// Only a program that exports the symbols of Verilator's run-time library and of TwinSession
/// (cmake/plugin.symbols) can load them: so twins of both kinds share one session and its waveform.
///
/// Throws Error: File for a file that cannot be read; Compiler for a tool that is missing, RTL that
/// Verilator refuses, and ports that are not the block's; Configuration where the module refuses
/// the geometry; Usage where it is not clear which module is meant.
PluginModels load_own_rtl(const OwnRtl& rtl, const RtlShape& geometry);

}  // namespace lanefold
