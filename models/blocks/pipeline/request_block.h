// SPDX-License-Identifier: Apache-2.0
// What a core sees of a block that others ask: a socket. Any module may implement this.
#pragma once

#include "blocks/pipeline/call_sockets.h"

namespace lanefold {

/// Carries each request out and answers it within the call.
template <class Protocol>
class RequestBlock {
 public:
  virtual ~RequestBlock() = default;
  virtual CallSocket<Protocol>& requests_socket() = 0;
};

}  // namespace lanefold
