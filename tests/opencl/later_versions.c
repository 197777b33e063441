// SPDX-License-Identifier: Apache-2.0
// What OpenCL 2.0 to 3.0 added and newer applications use on any device: versions as numbers,
// queries of optional features, and the functions that no feature stands for.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

typedef struct {
  cl_device_info name;
  const char* text;
  size_t bytes;
  cl_ulong needed;  ///< bits that every device has
} Number;

#define NUMBER(name, type, needed) \
  { name, #name, sizeof(type), needed }

static const Number kNumbers[] = {
    NUMBER(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities, 0),
    NUMBER(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_device_atomic_capabilities,
           CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP),
    NUMBER(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_device_atomic_capabilities,
           CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
               CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP),
    NUMBER(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool, 0),
    NUMBER(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_bool, 0),
    NUMBER(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_bool, 0),
    NUMBER(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_device_device_enqueue_capabilities, 0),
    NUMBER(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_command_queue_properties, 0),
    NUMBER(CL_DEVICE_PIPE_SUPPORT, cl_bool, 0),
    NUMBER(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_bool, 0),
    NUMBER(CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint, 0),
    NUMBER(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t, 0),
    NUMBER(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size_t, 0),
    NUMBER(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size_t, 0),
    NUMBER(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint, 0),
    NUMBER(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint, 0),
    NUMBER(CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint, 0),
    NUMBER(CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint, 0),
    NUMBER(CL_DEVICE_MAX_PIPE_ARGS, cl_uint, 0),
    NUMBER(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint, 0),
    NUMBER(CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint, 0),
    NUMBER(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint, 0),
    NUMBER(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint, 0),
    NUMBER(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint, 0),
    NUMBER(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint, 0),
    NUMBER(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint, 0),
    NUMBER(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint, 0),
};

static void size_differs(const Number* n) {
  if (n->name == CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) pocl_differs("OpenCL 3.0 table 5");
}

static cl_ulong number_of(cl_device_id device, const Number* n) {
  cl_ulong value = 0;  // little-endian
  size_t size = 0;
  OK(clGetDeviceInfo(device, n->name, 0, NULL, &size));
  size_differs(n);
  EQUAL(n->bytes, size);
  size_differs(n);
  FAILS(CL_INVALID_VALUE, clGetDeviceInfo(device, n->name, n->bytes - 1, &value, NULL));
  OK(clGetDeviceInfo(device, n->name, sizeof value, &value, NULL));
  return value;
}

static cl_ulong look_up(cl_device_id device, cl_device_info name) {
  for (size_t i = 0; i < COUNT(kNumbers); ++i) {
    if (kNumbers[i].name == name) return number_of(device, &kNumbers[i]);
  }
  return 0;
}

static void query_numbers(cl_device_id device) {
  for (size_t i = 0; i < COUNT(kNumbers); ++i) {
    const cl_ulong value = number_of(device, &kNumbers[i]);
    if ((value & kNumbers[i].needed) != kNumbers[i].needed)
      fprintf(stderr, "%s:\n", kNumbers[i].text);
    EQUAL(kNumbers[i].needed, value & kNumbers[i].needed);
  }
  CHECK(look_up(device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) >= 1);
}

/// "… 1.2 …" as a number.
static cl_version version_in(const char* text, const char* before) {
  unsigned major = 0, minor = 0;
  CHECK(strncmp(text, before, strlen(before)) == 0);
  EQUAL(2, sscanf(text + strlen(before), "%u.%u", &major, &minor));
  return CL_MAKE_VERSION(major, minor, 0);
}

/// Both lists have the same names.
static void compare_names(const char* text, const cl_name_version* entries, size_t bytes) {
  size_t words = 0;
  EQUAL(0, bytes % sizeof entries[0]);
  for (const char* at = text; *at != '\0'; at += strspn(at, " ")) {
    ++words;
    at += strcspn(at, " ");
  }
  EQUAL(words, bytes / sizeof entries[0]);
  for (size_t i = 0; i < bytes / sizeof entries[0]; ++i) {
    CHECK(strstr(text, entries[i].name) != NULL);
    CHECK(entries[i].version != 0);
  }
}

static void query_versions(const Session* s) {
  static char text[8192];
  static cl_name_version entries[256];
  cl_version version = 0;
  size_t bytes = 0;
  QUERY_TEXT(text, clGetDeviceInfo, s->device, CL_DEVICE_VERSION);
  QUERY(version, clGetDeviceInfo, s->device, CL_DEVICE_NUMERIC_VERSION);
  EQUAL(version_in(text, "OpenCL "), version & ~(cl_version)CL_VERSION_PATCH_MASK);
  QUERY_TEXT(text, clGetPlatformInfo, s->platform, CL_PLATFORM_VERSION);
  QUERY(version, clGetPlatformInfo, s->platform, CL_PLATFORM_NUMERIC_VERSION);
  EQUAL(version_in(text, "OpenCL "), version & ~(cl_version)CL_VERSION_PATCH_MASK);
  QUERY_TEXT(text, clGetDeviceInfo, s->device, CL_DEVICE_EXTENSIONS);
  OK(clGetDeviceInfo(s->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof entries, entries,
                     &bytes));
  compare_names(text, entries, bytes);
  QUERY_TEXT(text, clGetPlatformInfo, s->platform, CL_PLATFORM_EXTENSIONS);
  OK(clGetPlatformInfo(s->platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof entries, entries,
                       &bytes));
  compare_names(text, entries, bytes);
  QUERY_TEXT(text, clGetDeviceInfo, s->device, CL_DEVICE_BUILT_IN_KERNELS);
  OK(clGetDeviceInfo(s->device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, sizeof entries, entries,
                     &bytes));
  if (text[0] == '\0') EQUAL(0, bytes);
  OK(clGetDeviceInfo(s->device, CL_DEVICE_OPENCL_C_FEATURES, sizeof entries, entries, &bytes));
  EQUAL(0, bytes % sizeof entries[0]);
  OK(clGetDeviceInfo(s->device, CL_DEVICE_ILS_WITH_VERSION, sizeof entries, entries, &bytes));
  QUERY_TEXT(text, clGetDeviceInfo, s->device, CL_DEVICE_IL_VERSION);
  if (bytes == 0) SAME_TEXT("", text);
  QUERY_TEXT(text, clGetDeviceInfo, s->device, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED);
}

/// OpenCL C 1.0 to that of CL_DEVICE_OPENCL_C_VERSION.
static void query_languages(cl_device_id device) {
  static char text[256];
  static cl_name_version entries[16];
  size_t bytes = 0;
  QUERY_TEXT(text, clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION);
  const cl_version newest = version_in(text, "OpenCL C ");
  OK(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof entries, entries, &bytes));
  int found = 0;
  for (size_t i = 0; i < bytes / sizeof entries[0]; ++i) {
    SAME_TEXT("OpenCL C", entries[i].name);
    if (entries[i].version <= newest) ++found;
  }
  EQUAL(3, found);
}

/// What a device that lacks a feature returns.
static void use_missing_features(const Session* s, cl_kernel kernel) {
  const cl_device_id device = s->device;
  if (look_up(device, CL_DEVICE_SVM_CAPABILITIES) == 0) {
    int word = 0;
    CHECK(clSVMAlloc(s->context, CL_MEM_READ_WRITE, 64, 0) == NULL);
    clSVMFree(s->context, NULL);
    FAILS(CL_INVALID_OPERATION, clSetKernelArgSVMPointer(kernel, 0, &word));
    FAILS(CL_INVALID_OPERATION,
          clEnqueueSVMMemcpy(s->queue, CL_TRUE, &word, &word, sizeof word, 0, NULL, NULL));
  }
  if (!look_up(device, CL_DEVICE_PIPE_SUPPORT)) {
    REFUSED(CL_INVALID_OPERATION, clCreatePipe(s->context, 0, 4, 16, NULL, &code));
  }
  if (look_up(device, CL_DEVICE_MAX_NUM_SUB_GROUPS) == 0) {
    const size_t local = 8;
    size_t groups = 0;
    FAILS(CL_INVALID_OPERATION,
          clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                  sizeof local, &local, sizeof groups, &groups, NULL));
  }
  cl_ulong resolution = 0, now = 0, host_now = 0;
  QUERY(resolution, clGetPlatformInfo, s->platform, CL_PLATFORM_HOST_TIMER_RESOLUTION);
  if (resolution == 0) {
    FAILS(CL_INVALID_OPERATION, clGetHostTimer(device, &now));
    FAILS(CL_INVALID_OPERATION, clGetDeviceAndHostTimer(device, &now, &host_now));
  }
  if (look_up(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) == 0) {
    FAILS(CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue(s->context, device, s->queue));
  }
}

static void query_objects(const Session* s) {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_queue_properties told[3] = {0};
  size_t bytes = 99;
  cl_command_queue queue =
      MADE(clCreateCommandQueueWithProperties(s->context, s->device, properties, &code));
  QUERY(told, clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES_ARRAY);
  CHECK(memcmp(told, properties, sizeof told) == 0);
  FAILS(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 0, NULL, NULL));
  OK(clReleaseCommandQueue(queue));
  OK(clGetCommandQueueInfo(s->queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof told, told, &bytes));
  EQUAL(0, bytes);
  cl_mem buffer = MADE(clCreateBufferWithProperties(s->context, NULL, 0, 64, NULL, &code));
  OK(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof told, told, &bytes));
  EQUAL(0, bytes);
  OK(clReleaseMemObject(buffer));
}

/// Images and samplers by the calls of later versions.
static void make_images(const Session* s) {
  const cl_sampler_properties list[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT,
                                        CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                         CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  cl_uint number = 0;
  cl_sampler sampler = MADE(clCreateSamplerWithProperties(s->context, list, &code));
  QUERY(number, clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE);
  EQUAL(CL_ADDRESS_REPEAT, number);
  QUERY(number, clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS);
  EQUAL(CL_TRUE, number);
  OK(clReleaseSampler(sampler));
  pocl_differs("5.7.1: each property once");
  REFUSED(CL_INVALID_VALUE, clCreateSamplerWithProperties(s->context, twice, &code));
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc d;
  memset(&d, 0, sizeof d);
  d.image_type = CL_MEM_OBJECT_IMAGE2D;
  d.image_width = d.image_height = 4;
  cl_mem image = MADE(clCreateImageWithProperties(s->context, NULL, 0, &format, &d, NULL, &code));
  OK(clReleaseMemObject(image));
  const cl_mem_properties unknown[] = {0x1999, 1, 0};
  REFUSED(CL_INVALID_PROPERTY,
          clCreateImageWithProperties(s->context, unknown, 0, &format, &d, NULL, &code));
}

static cl_int value_after(const Session* s, cl_kernel kernel, cl_mem buffer) {
  cl_int value = 0;
  run_kernel(s, kernel, 1, 1);
  read_buffer(s, buffer, sizeof value, &value);
  return value;
}

/// A clone has the arguments that its kernel had, and from then on its own.
static void clone_kernel(const Session* s, cl_kernel kernel) {
  cl_mem buffer = make_buffer(s, 64);
  cl_int value = 5;
  OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  OK(clSetKernelArg(kernel, 1, sizeof value, &value));
  cl_kernel clone = MADE(clCloneKernel(kernel, &code));
  CHECK(clone != kernel);
  value = 6;
  OK(clSetKernelArg(kernel, 1, sizeof value, &value));
  EQUAL(5, value_after(s, clone, buffer));
  EQUAL(6, value_after(s, kernel, buffer));
  char name[16];
  QUERY_TEXT(name, clGetKernelInfo, clone, CL_KERNEL_FUNCTION_NAME);
  SAME_TEXT("put", name);
  OK(clReleaseKernel(clone));
  POCL_CRASHES(REFUSED(CL_INVALID_KERNEL, clCloneKernel(NULL, &code)));
  OK(clReleaseMemObject(buffer));
}

static char order[8];
static atomic_int ended;
static void CL_CALLBACK tell_end(cl_context context, void* user) {
  (void)context;
  order[atomic_fetch_add(&ended, 1)] = *(const char*)user;
}

/// Callbacks come when the last object of a context is gone, the latest first.
static void end_context(cl_device_id device) {
  cl_context context = MADE(clCreateContext(NULL, 1, &device, NULL, NULL, &code));
  cl_mem buffer = MADE(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &code));
  FAILS(CL_INVALID_VALUE, clSetContextDestructorCallback(context, NULL, NULL));
  OK(clSetContextDestructorCallback(context, tell_end, "a"));
  OK(clSetContextDestructorCallback(context, tell_end, "b"));
  OK(clReleaseContext(context));
  EQUAL(0, atomic_load(&ended));
  OK(clReleaseMemObject(buffer));
  wait_for_count(&ended, 2);
  SAME_TEXT("ba", order);
}

int main(void) {
  Session s = open_session();
  query_numbers(s.device);
  query_versions(&s);
  query_languages(s.device);
  query_objects(&s);
  cl_kernel kernel = build_kernel(&s, "kernel void put(global int* a, int v) { a[0] = v; }", "put");
  use_missing_features(&s, kernel);
  clone_kernel(&s, kernel);
  make_images(&s);
  OK(clReleaseKernel(kernel));
  end_context(s.device);
  printf("%d numbers queried\n", (int)COUNT(kNumbers));
  return close_session(&s);
}
