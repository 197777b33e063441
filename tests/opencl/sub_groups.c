// SPDX-License-Identifier: Apache-2.0
// cl_khr_subgroups and cl_intel_required_subgroup_size: queries, errors, attributes and launches.
// On a device without them: that nothing says otherwise.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

#ifndef CL_KERNEL_SPILL_MEM_SIZE_INTEL
#define CL_KERNEL_SPILL_MEM_SIZE_INTEL 0x4109
#endif

static const char* source =
    "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
    "#ifndef cl_khr_subgroups\n#error no sub-groups\n#endif\n"
    "kernel void sums(global int* out) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  out[i] = sub_group_reduce_add((int)i);\n"
    "}\n"
    "kernel void plain(global int* out) { out[get_global_id(0)] = (int)get_max_sub_group_size(); "
    "}\n";

typedef cl_int(CL_API_CALL* SubGroupInfo)(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t,
                                          const void*, size_t, void*, size_t*);

static SubGroupInfo info;

static size_t told(cl_kernel kernel, cl_kernel_sub_group_info name, const size_t* sizes,
                   size_t count) {
  size_t value = 0, bytes = 0;
  OK(info(kernel, NULL, name, count * sizeof *sizes, sizes, sizeof value, &value, &bytes));
  EQUAL(sizeof value, bytes);
  return value;
}

static void query_device(const Session* s, size_t* width) {
  size_t sizes[16] = {0}, bytes = 0, largest = 0;
  cl_uint most = 0;
  cl_bool progress = CL_FALSE;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &bytes));
  EQUAL(sizeof(size_t), bytes);
  *width = sizes[0];
  QUERY(most, clGetDeviceInfo, s->device, CL_DEVICE_MAX_NUM_SUB_GROUPS);
  QUERY(progress, clGetDeviceInfo, s->device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS);
  QUERY(largest, clGetDeviceInfo, s->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EQUAL((largest + *width - 1) / *width, most);
  printf("sub-groups of %zu, at most %u, each goes on by itself: %d\n", *width, most, progress);
}

static void query_kernel(cl_kernel kernel, size_t width) {
  const size_t box[] = {5, 4, 3};
  const size_t two = 2, none = 0, many = 1 << 20;
  size_t local[3] = {0};
  EQUAL(width, told(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, box, 3));
  EQUAL((60 + width - 1) / width, told(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, box, 3));
  EQUAL((20 + width - 1) / width, told(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, box, 2));
  EQUAL(0, told(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, NULL, 0));
  EQUAL(0, told(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, NULL, 0));
  CHECK(told(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, NULL, 0) >= 1);
  OK(info(kernel, NULL, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof two, &two, sizeof local,
          local, NULL));
  EQUAL(2 * width, local[0]);
  EQUAL(1, local[1]);
  EQUAL(1, local[2]);
  OK(info(kernel, NULL, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof many, &many, sizeof local,
          local, NULL));
  EQUAL(0, local[0]);

  const size_t zero_box[] = {5, 0};
  size_t value = 0;
  OK(clGetKernelSubGroupInfo(kernel, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof box, box,
                             sizeof value, &value, NULL));
  EQUAL((60 + width - 1) / width, value);
  FAILS(CL_INVALID_KERNEL, info(NULL, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof box, box,
                                sizeof value, &value, NULL));
  FAILS(CL_INVALID_DEVICE, info(kernel, (cl_device_id)kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL,
                                sizeof value, &value, NULL));
  FAILS(CL_INVALID_VALUE, info(kernel, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0, NULL,
                               sizeof value, &value, NULL));
  FAILS(CL_INVALID_VALUE, info(kernel, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 4, box,
                               sizeof value, &value, NULL));
  FAILS(CL_INVALID_VALUE, info(kernel, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof zero_box,
                               zero_box, sizeof value, &value, NULL));
  FAILS(CL_INVALID_VALUE, info(kernel, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof box, box,
                               sizeof value - 1, &value, NULL));
  FAILS(CL_INVALID_VALUE,
        info(kernel, NULL, CL_KERNEL_FUNCTION_NAME, 0, NULL, sizeof value, &value, NULL));
  OK(info(kernel, NULL, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof none, &none, sizeof local,
          local, NULL));
  EQUAL(0, local[0]);
}

/// A kernel that exchanges values takes local memory for them.
static void query_memory(const Session* s, cl_kernel sums, cl_kernel plain) {
  cl_ulong bytes = 0, spilled = 1;
  size_t largest = 0;
  QUERY(largest, clGetDeviceInfo, s->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  QUERY(bytes, clGetKernelWorkGroupInfo, sums, s->device, CL_KERNEL_LOCAL_MEM_SIZE);
  EQUAL(8 * largest, bytes);
  QUERY(bytes, clGetKernelWorkGroupInfo, plain, s->device, CL_KERNEL_LOCAL_MEM_SIZE);
  EQUAL(0, bytes);
  QUERY(spilled, clGetKernelWorkGroupInfo, sums, s->device, CL_KERNEL_SPILL_MEM_SIZE_INTEL);
  EQUAL(0, spilled);
}

/// Groups of 20: their last sub-groups are smaller where a warp has 8, 16 or 32 lanes.
static void add_up(const Session* s, cl_kernel sums, size_t width) {
  enum { ITEMS = 100, GROUP = 20 };
  cl_int values[ITEMS];
  cl_mem out = make_buffer(s, sizeof values);
  OK(clSetKernelArg(sums, 0, sizeof out, &out));
  run_kernel(s, sums, ITEMS, GROUP);
  read_buffer(s, out, sizeof values, values);
  for (size_t i = 0; i < ITEMS; ++i) {
    const size_t first = i % GROUP / width * width + i / GROUP * GROUP;
    const size_t group_end = (i / GROUP + 1) * GROUP;
    cl_int sum = 0;
    for (size_t j = first; j < first + width && j < group_end; ++j) sum += (cl_int)j;
    EQUAL(sum, values[i]);
  }
  print_ints("the last sums", values + ITEMS - 8, 8);
  OK(clReleaseMemObject(out));
}

/// The log of a build that fails; empty if it does not.
static const char* log_of(const Session* s, const char* text, cl_int wanted) {
  static char log[1024];
  cl_program program = MADE(clCreateProgramWithSource(s->context, 1, &text, NULL, &code));
  FAILS(wanted, clBuildProgram(program, 1, &s->device, "-Werror", NULL, NULL));
  OK(clGetProgramBuildInfo(program, s->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
  OK(clReleaseProgram(program));
  return log;
}

static void require_sizes(const Session* s, size_t width) {
  static const char* const text =
      "#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : enable\n"
      "__attribute__((intel_reqd_sub_group_size(%zu)))\n"
      "kernel void k(global int* out) { out[0] = (int)get_max_sub_group_size(); }\n";
  char right[256], wrong[256], attributes[64], wanted[64];
  snprintf(right, sizeof right, text, width);
  snprintf(wrong, sizeof wrong, text, 2 * width);
  SAME_TEXT("", log_of(s, right, CL_SUCCESS));
  CHECK(strstr(log_of(s, wrong, CL_BUILD_PROGRAM_FAILURE),
               "kernel k: its "
               "intel_reqd_sub_group_size is ") != NULL);
  cl_program program = build_program(s, right, NULL);
  cl_kernel kernel = MADE(clCreateKernel(program, "k", &code));
  EQUAL(width, told(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, NULL, 0));
  QUERY_TEXT(attributes, clGetKernelInfo, kernel, CL_KERNEL_ATTRIBUTES);
  snprintf(wanted, sizeof wanted, "intel_reqd_sub_group_size(%zu)", width);
  SAME_TEXT(wanted, attributes);
  EQUAL(width, result_of(s, program, "k"));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

/// A device whose programs have no sub-groups, such as one with code of Gen8.
static void find_nothing(const Session* s) {
  cl_uint most = 1;
  cl_bool progress = CL_TRUE;
  size_t sizes[4], value = 0;
  QUERY(most, clGetDeviceInfo, s->device, CL_DEVICE_MAX_NUM_SUB_GROUPS);
  EQUAL(0, most);
  QUERY(progress, clGetDeviceInfo, s->device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS);
  EQUAL(CL_FALSE, progress);
  FAILS(CL_INVALID_VALUE,
        clGetDeviceInfo(s->device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, NULL));
  cl_kernel kernel = build_kernel(s, "kernel void k(global int* out) { out[0] = 1; }", "k");
  FAILS(CL_INVALID_VALUE,
        clGetKernelWorkGroupInfo(kernel, s->device, CL_KERNEL_SPILL_MEM_SIZE_INTEL, sizeof value,
                                 &value, NULL));
  FAILS(CL_INVALID_OPERATION, clGetKernelSubGroupInfo(kernel, NULL, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0,
                                                      NULL, sizeof value, &value, NULL));
  // A loader may know the function, and give its own.
  if (info != NULL) {
    FAILS(CL_INVALID_OPERATION,
          info(kernel, NULL, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof value, &value, NULL));
  }
  OK(clReleaseKernel(kernel));
  printf("there are no sub-groups\n");
}

int main(void) {
  const Session s = open_session();
  static char extensions[4096];
  QUERY_TEXT(extensions, clGetDeviceInfo, s.device, CL_DEVICE_EXTENSIONS);
  void* function =
      clGetExtensionFunctionAddressForPlatform(s.platform, "clGetKernelSubGroupInfoKHR");
  memcpy(&info, &function, sizeof info);
  const int there = strstr(extensions, "cl_khr_subgroups") != NULL;
  EQUAL(there, strstr(extensions, "cl_intel_required_subgroup_size") != NULL);
  if (!there) {
    find_nothing(&s);
    return close_session(&s);
  }
  CHECK(info != NULL);
  size_t width = 0;
  query_device(&s, &width);
  cl_program program = build_program(&s, source, "-Werror");
  cl_kernel sums = MADE(clCreateKernel(program, "sums", &code));
  cl_kernel plain = MADE(clCreateKernel(program, "plain", &code));
  query_kernel(sums, width);
  query_memory(&s, sums, plain);
  add_up(&s, sums, width);
  require_sizes(&s, width);
  OK(clReleaseKernel(sums));
  OK(clReleaseKernel(plain));
  OK(clReleaseProgram(program));
  return close_session(&s);
}
