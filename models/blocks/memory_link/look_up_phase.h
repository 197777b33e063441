// SPDX-License-Identifier: Apache-2.0
// How the first cache on the way says early that a line missed.
#pragma once

#include <tlm.h>

namespace lanefold {

/// On the backward path: the line of the request is not there, and its response comes later. An
/// ignorable phase (IEEE 1666-2011, clause 15.2.5) at any time between BEGIN_REQ and BEGIN_RESP;
/// sent only when `LaneExtension::needs_look_up`. Of a memory that does not know it nothing is
/// heard before its response.
DECLARE_EXTENDED_PHASE(LOOK_UP_MISSED);

}  // namespace lanefold
