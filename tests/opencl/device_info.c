// SPDX-License-Identifier: Apache-2.0
// clGetDeviceInfo: every name of OpenCL 1.2 table 4.3, its size and the least value it may have.
#include "opencl_test.h"

typedef struct {
  cl_device_info name;
  const char* text;
  size_t bytes;
  /// The least value in the full profile; 0: anything goes.
  cl_ulong least;
} Number;

#define NUMBER(name, type, least) \
  { name, #name, sizeof(type), least }

static const Number numbers[] = {
    NUMBER(CL_DEVICE_TYPE, cl_device_type, 1),
    NUMBER(CL_DEVICE_VENDOR_ID, cl_uint, 0),
    NUMBER(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, 1),
    NUMBER(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, 3),
    NUMBER(CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t, 1),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint, 1),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint, 1),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint, 1),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint, 1),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint, 1),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint, 0),
    NUMBER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint, 0),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint, 1),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint, 1),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint, 1),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint, 1),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint, 1),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint, 0),
    NUMBER(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint, 0),
    NUMBER(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint, 1),
    NUMBER(CL_DEVICE_ADDRESS_BITS, cl_uint, 32),
    NUMBER(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, 128 << 20),
    NUMBER(CL_DEVICE_IMAGE_SUPPORT, cl_bool, 0),
    NUMBER(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint, 128),
    NUMBER(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint, 8),
    NUMBER(CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, 8192),
    NUMBER(CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, 8192),
    NUMBER(CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t, 2048),
    NUMBER(CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t, 2048),
    NUMBER(CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t, 2048),
    NUMBER(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t, 65536),
    NUMBER(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t, 2048),
    NUMBER(CL_DEVICE_MAX_SAMPLERS, cl_uint, 16),
    NUMBER(CL_DEVICE_MAX_PARAMETER_SIZE, size_t, 1024),
    NUMBER(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 1024),
    NUMBER(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint, 1),
    NUMBER(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config, 0),
    NUMBER(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config, 0),
    NUMBER(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type, 0),
    NUMBER(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint, 0),
    NUMBER(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong, 0),
    NUMBER(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong, 128 << 20),
    NUMBER(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, 64 << 10),
    NUMBER(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, 8),
    NUMBER(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type, CL_LOCAL),
    NUMBER(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, 32 << 10),
    NUMBER(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool, 0),
    NUMBER(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool, 0),
    NUMBER(CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t, 1),
    NUMBER(CL_DEVICE_ENDIAN_LITTLE, cl_bool, 0),
    NUMBER(CL_DEVICE_AVAILABLE, cl_bool, 1),
    NUMBER(CL_DEVICE_COMPILER_AVAILABLE, cl_bool, 1),
    NUMBER(CL_DEVICE_LINKER_AVAILABLE, cl_bool, 1),
    NUMBER(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities, CL_EXEC_KERNEL),
    NUMBER(CL_DEVICE_QUEUE_PROPERTIES, cl_command_queue_properties, 1),
    NUMBER(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t, 1 << 20),
    NUMBER(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool, 0),
    NUMBER(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint, 0),
    NUMBER(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain, 0),
    NUMBER(CL_DEVICE_REFERENCE_COUNT, cl_uint, 1),
};

/// All of the query protocol; the value, widened.
static cl_ulong number_of(cl_device_id device, const Number* n) {
  union {
    cl_ulong wide;
    cl_uint narrow;
    unsigned char bytes[16];
  } value;
  memset(&value, 0xAA, sizeof value);
  size_t size = 0;
  OK(clGetDeviceInfo(device, n->name, 0, NULL, &size));
  EQUAL(n->bytes, size);
  FAILS(CL_INVALID_VALUE, clGetDeviceInfo(device, n->name, n->bytes - 1, &value, NULL));
  EQUAL(0xAA, value.bytes[0]);
  OK(clGetDeviceInfo(device, n->name, sizeof value, &value, &size));
  EQUAL(n->bytes, size);
  EQUAL(0xAA, value.bytes[n->bytes]);
  return n->bytes == 8 ? value.wide : value.narrow;
}

static cl_ulong look_up(cl_device_id device, cl_device_info name) {
  for (size_t i = 0; i < COUNT(numbers); ++i) {
    if (numbers[i].name == name) return number_of(device, &numbers[i]);
  }
  return 0;
}

static void query_numbers(cl_device_id device) {
  for (size_t i = 0; i < COUNT(numbers); ++i) {
    const cl_ulong value = number_of(device, &numbers[i]);
    if (value < numbers[i].least) fprintf(stderr, "%s is too small:\n", numbers[i].text);
    CHECK(value >= numbers[i].least);
  }
}

static void query_texts(cl_device_id device) {
  static char text[8192];
  const cl_device_info names[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION};
  for (size_t i = 0; i < COUNT(names); ++i) {
    QUERY_TEXT(text, clGetDeviceInfo, device, names[i]);
    CHECK(text[0] != '\0');
  }
  QUERY_TEXT(text, clGetDeviceInfo, device, CL_DEVICE_PROFILE);
  SAME_TEXT("FULL_PROFILE", text);
  QUERY_TEXT(text, clGetDeviceInfo, device, CL_DEVICE_VERSION);
  unsigned major = 0, minor = 0;
  EQUAL(2, sscanf(text, "OpenCL %u.%u ", &major, &minor));
  CHECK(major * 10 + minor >= 12);
  QUERY_TEXT(text, clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION);
  CHECK(strncmp(text, "OpenCL C 1.2 ", 13) == 0);
  QUERY_TEXT(text, clGetDeviceInfo, device, CL_DEVICE_BUILT_IN_KERNELS);
  QUERY_TEXT(text, clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  const char* required[] = {"cl_khr_global_int32_base_atomics",
                            "cl_khr_global_int32_extended_atomics",
                            "cl_khr_local_int32_base_atomics",
                            "cl_khr_local_int32_extended_atomics", "cl_khr_byte_addressable_store"};
  for (size_t i = 0; i < COUNT(required); ++i) CHECK(strstr(text, required[i]) != NULL);
  const int doubles = look_up(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  EQUAL(doubles, strstr(text, "cl_khr_fp64") != NULL);
  EQUAL(doubles, look_up(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE) != 0);
  EQUAL(doubles, look_up(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE) != 0);
}

static void query_lists(const Session* s) {
  size_t sizes[3] = {0};
  QUERY(sizes, clGetDeviceInfo, s->device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  const size_t group = look_up(s->device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  for (int i = 0; i < 3; ++i) CHECK(sizes[i] >= 1 && sizes[i] <= group);
  cl_platform_id platform = NULL;
  QUERY(platform, clGetDeviceInfo, s->device, CL_DEVICE_PLATFORM);
  CHECK(platform == s->platform);
  cl_device_id parent = s->device;
  QUERY(parent, clGetDeviceInfo, s->device, CL_DEVICE_PARENT_DEVICE);
  CHECK(parent == NULL);
  cl_device_partition_property partitions[8] = {1};
  size_t size = 0;
  OK(clGetDeviceInfo(s->device, CL_DEVICE_PARTITION_PROPERTIES, sizeof partitions, partitions,
                     &size));
  CHECK(size >= sizeof partitions[0] && size % sizeof partitions[0] == 0);
  if (look_up(s->device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES) < 2) EQUAL(0, partitions[0]);
  OK(clGetDeviceInfo(s->device, CL_DEVICE_PARTITION_TYPE, sizeof partitions, partitions, &size));
  if (size > 0) EQUAL(0, partitions[0]);
}

/// What must hold between the values.
static void compare_numbers(cl_device_id device) {
  const cl_ulong global = look_up(device, CL_DEVICE_GLOBAL_MEM_SIZE);
  const cl_ulong allocation = look_up(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CHECK(allocation <= global && allocation >= global / 4);
  CHECK(look_up(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) <= allocation);
  const cl_ulong bits = look_up(device, CL_DEVICE_ADDRESS_BITS);
  CHECK(bits == 32 || bits == 64);
  if (bits == 32) CHECK(global <= 1ull << 32);
  const cl_ulong floats = look_up(device, CL_DEVICE_SINGLE_FP_CONFIG);
  CHECK((floats & CL_FP_ROUND_TO_NEAREST) && (floats & CL_FP_INF_NAN));
  const cl_ulong doubles = look_up(device, CL_DEVICE_DOUBLE_FP_CONFIG);
  const cl_ulong needed = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                          CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM;
  if (doubles != 0) EQUAL(needed, doubles & needed);
  CHECK(look_up(device, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_KERNEL);
  CHECK(look_up(device, CL_DEVICE_QUEUE_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE);
  if (look_up(device, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE) != CL_NONE) {
    CHECK(look_up(device, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE) > 0);
    CHECK(look_up(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE) > 0);
  }
}

int main(void) {
  Session s = open_session();
  query_numbers(s.device);
  query_texts(s.device);
  query_lists(&s);
  compare_numbers(s.device);
  FAILS(CL_INVALID_VALUE, clGetDeviceInfo(s.device, 0x1999, 0, NULL, NULL));
  printf("%d numbers queried\n", (int)COUNT(numbers));
  return close_session(&s);
}
