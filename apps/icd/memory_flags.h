// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 table 5.3: which flags of memory objects go together. Decisions without state.
#pragma once

#include "opencl.h"

namespace lanefold::icd {

/// The flags of a new buffer, with what the application left to the default. Bits of other vendors'
/// extensions have no effect. Throws ApiError(CL_INVALID_VALUE).
cl_mem_flags checked_buffer_flags(cl_mem_flags flags);

/// The flags of a sub-buffer, with what it inherits. Throws ApiError(CL_INVALID_VALUE).
cl_mem_flags checked_sub_buffer_flags(cl_mem_flags flags, cl_mem_flags of_parent);

inline bool host_may_read(cl_mem_flags flags) {
  return (flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0;
}
inline bool host_may_write(cl_mem_flags flags) {
  return (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0;
}

}  // namespace lanefold::icd
