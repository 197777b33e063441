// SPDX-License-Identifier: Apache-2.0
// The groups of API functions; each enters its own into the dispatch table.
#pragma once

#include "opencl.h"

namespace lanefold::icd {

/// Every slot, with functions that refuse; the others then replace what the driver has.
void add_refusals(cl_icd_dispatch& table);

void add_platform_functions(cl_icd_dispatch& table);
void add_context_functions(cl_icd_dispatch& table);
void add_queue_functions(cl_icd_dispatch& table);
void add_event_functions(cl_icd_dispatch& table);
void add_memory_functions(cl_icd_dispatch& table);
void add_transfer_functions(cl_icd_dispatch& table);
void add_rect_functions(cl_icd_dispatch& table);
void add_map_functions(cl_icd_dispatch& table);
void add_image_functions(cl_icd_dispatch& table);
void add_image_transfer_functions(cl_icd_dispatch& table);
void add_sampler_functions(cl_icd_dispatch& table);
void add_program_functions(cl_icd_dispatch& table);
void add_program_info_functions(cl_icd_dispatch& table);
void add_kernel_functions(cl_icd_dispatch& table);
void add_launch_functions(cl_icd_dispatch& table);
void add_sub_group_functions(cl_icd_dispatch& table);

}  // namespace lanefold::icd
