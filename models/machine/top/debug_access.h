// SPDX-License-Identifier: Apache-2.0
// Loaders and checkers: global memory by TLM-2.0 debug transport, which takes no time (IEEE
// 1666-2011, clause 11.3).
#pragma once

#include <tlm.h>

#include <cstdint>
#include <string>

namespace lanefold {

class GlobalMemory;

/// Copies `bytes` of the image to whatever lies behind `memory` and holds them. Returns whether all
/// of them went there: a target without debug transport goes without.
bool debug_load(tlm::tlm_fw_transport_if<>& memory, const GlobalMemory& image,
                std::uint32_t address, std::uint64_t bytes);

/// Whether all of the bytes behind `memory` could be read.
bool debug_read(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address, void* data,
                std::uint64_t bytes);

/// Empty if all buffers of the image read the same behind `memory`; otherwise a sentence about the
/// first byte that does not.
std::string debug_difference(tlm::tlm_fw_transport_if<>& memory, const GlobalMemory& image);

}  // namespace lanefold
