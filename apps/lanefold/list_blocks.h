// SPDX-License-Identifier: Apache-2.0
// `lanefold list blocks` and `lanefold list edges`.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lanefold {

struct BlockInfo {
  std::string word;  ///< of the papers
  std::string module;
  std::vector<std::string> sockets;
  std::string rtl;  ///< files of rtl, or none
};

std::vector<BlockInfo> list_blocks();

/// Of each block: what the papers call it; its module, sockets and RTL.
std::vector<std::pair<std::string, std::string>> block_lines();
/// Of each edge: the sender's socket; the receiver's, what passes, and whether it carries delays.
std::vector<std::pair<std::string, std::string>> edge_lines();

}  // namespace lanefold
