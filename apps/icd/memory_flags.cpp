// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 table 5.3: which flags of memory objects go together.
#include "memory_flags.h"

#include "api_error.h"

namespace lanefold::icd {
namespace {

constexpr cl_mem_flags kKernelAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags kHostAccess =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kHostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
/// Bits that extensions of other drivers use, for instance CL_MEM_USE_PERSISTENT_MEM_AMD (6) and
/// CL_MEM_EXT_HOST_PTR_QCOM (29): wishes about where memory lies, which have no meaning here.
constexpr cl_mem_flags kVendors = cl_mem_flags{1} << 6 | cl_mem_flags{0xFF'FFFF} << 16;

bool at_most_one(cl_mem_flags flags) { return (flags & (flags - 1)) == 0; }

void check_access(cl_mem_flags flags) {
  require(at_most_one(flags & kKernelAccess) && at_most_one(flags & kHostAccess), CL_INVALID_VALUE);
}

}  // namespace

cl_mem_flags checked_buffer_flags(cl_mem_flags flags) {
  require((flags & ~(kKernelAccess | kHostAccess | kHostPointer | kVendors)) == 0,
          CL_INVALID_VALUE);
  check_access(flags);
  const bool uses = (flags & CL_MEM_USE_HOST_PTR) != 0;
  require(!uses || (flags & kHostPointer) == CL_MEM_USE_HOST_PTR, CL_INVALID_VALUE);
  return (flags & kKernelAccess) == 0 ? flags | CL_MEM_READ_WRITE : flags;
}

cl_mem_flags checked_sub_buffer_flags(cl_mem_flags flags, cl_mem_flags of_parent) {
  require((flags & ~(kKernelAccess | kHostAccess | kVendors)) == 0, CL_INVALID_VALUE);
  check_access(flags);
  // What the parent does not allow, a part of it cannot.
  const auto refuse = [&](cl_mem_flags parent, cl_mem_flags child) {
    require((of_parent & parent) == 0 || (flags & child) == 0, CL_INVALID_VALUE);
  };
  refuse(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY);
  refuse(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY);
  refuse(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY);
  refuse(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY);
  refuse(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
  if ((flags & kKernelAccess) == 0) flags |= of_parent & kKernelAccess;
  if ((flags & kHostAccess) == 0) flags |= of_parent & kHostAccess;
  return flags | (of_parent & kHostPointer);
}

}  // namespace lanefold::icd
