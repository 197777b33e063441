// SPDX-License-Identifier: Apache-2.0
// Queries of the platform and of contexts; reference counts; extension functions.
#include "opencl_test.h"

static void query_platform(cl_platform_id platform) {
  static char text[4096];
  QUERY_TEXT(text, clGetPlatformInfo, platform, CL_PLATFORM_PROFILE);
  CHECK(strcmp(text, "FULL_PROFILE") == 0 || strcmp(text, "EMBEDDED_PROFILE") == 0);
  QUERY_TEXT(text, clGetPlatformInfo, platform, CL_PLATFORM_VERSION);
  unsigned major = 0, minor = 0;
  char space = 0;
  EQUAL(3, sscanf(text, "OpenCL %u.%u%c", &major, &minor, &space));
  CHECK(major * 10 + minor >= 12 && space == ' ');
  QUERY_TEXT(text, clGetPlatformInfo, platform, CL_PLATFORM_NAME);
  CHECK(text[0] != '\0');
  QUERY_TEXT(text, clGetPlatformInfo, platform, CL_PLATFORM_VENDOR);
  CHECK(text[0] != '\0');
  QUERY_TEXT(text, clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS);
  CHECK(strstr(text, "cl_khr_icd") != NULL);
  QUERY_TEXT(text, clGetPlatformInfo, platform, CL_PLATFORM_ICD_SUFFIX_KHR);
  CHECK(text[0] != '\0');
  FAILS(CL_INVALID_VALUE, clGetPlatformInfo(platform, 0x1234, 0, NULL, NULL));
}

static void list_platforms_and_devices(cl_platform_id platform) {
  cl_uint count = 0;
  OK(clGetPlatformIDs(0, NULL, &count));
  CHECK(count >= 1);
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
  EQUAL(1, count);
  cl_device_id all = NULL, preferred = NULL;
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &all, NULL));
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &preferred, &count));
  EQUAL(1, count);
  CHECK(all == preferred);

  const cl_device_type types[] = {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU,
                                  CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM};
  cl_device_type type = 0;
  OK(clGetDeviceInfo(all, CL_DEVICE_TYPE, sizeof type, &type, NULL));
  for (size_t i = 0; i < COUNT(types); ++i) {
    cl_device_id device = NULL;
    const int present = (type & types[i]) != 0;
    FAILS(present ? CL_SUCCESS : CL_DEVICE_NOT_FOUND,
          clGetDeviceIDs(platform, types[i], 1, &device, NULL));
    if (present) CHECK(device == all);
  }
}

static void query_context(cl_context context, cl_device_id device, const void* properties,
                          size_t properties_size) {
  cl_uint references = 0, devices = 0;
  QUERY(references, clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT);
  EQUAL(1, references);
  QUERY(devices, clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES);
  EQUAL(1, devices);
  cl_device_id found = NULL;
  QUERY(found, clGetContextInfo, context, CL_CONTEXT_DEVICES);
  CHECK(found == device);
  char given[64];
  size_t size = 99;
  OK(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof given, given, &size));
  EQUAL(properties_size, size);
  CHECK(size <= sizeof given && (size == 0 || memcmp(given, properties, size) == 0));
  FAILS(CL_INVALID_VALUE, clGetContextInfo(context, 0x1234, 0, NULL, NULL));
  OK(clRetainContext(context));
  OK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL));
  EQUAL(2, references);
  OK(clReleaseContext(context));
  OK(clReleaseContext(context));
}

static void CL_CALLBACK ignore(const char* text, const void* data, size_t size, void* user) {
  (void)text, (void)data, (void)size, (void)user;
}

static void make_contexts(cl_platform_id platform, cl_device_id device) {
  int user = 0;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                              0};
  query_context(MADE(clCreateContext(NULL, 1, &device, NULL, NULL, &code)), device, NULL, 0);
  query_context(MADE(clCreateContext(properties, 1, &device, ignore, &user, &code)), device,
                properties, sizeof properties);
  query_context(MADE(clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, ignore, &user, &code)),
                device, properties, sizeof properties);
  query_context(
      MADE(clCreateContextFromType(properties, CL_DEVICE_TYPE_DEFAULT, NULL, NULL, &code)), device,
      properties, sizeof properties);
  // The error code may be left out.
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  CHECK(context != NULL);
  OK(clReleaseContext(context));
}

/// A context lives as long as something in it does.
static void outlive_the_context(cl_device_id device) {
  cl_context context = MADE(clCreateContext(NULL, 1, &device, NULL, NULL, &code));
  cl_command_queue queue = MADE(clCreateCommandQueue(context, device, 0, &code));
  cl_mem buffer = MADE(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &code));
  OK(clReleaseContext(context));
  cl_int value = 41, back = 0;
  OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof back, &back, 0, NULL, NULL));
  EQUAL(value, back);
  cl_context found = NULL;
  OK(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof found, &found, NULL));
  CHECK(found == context);
  OK(clReleaseMemObject(buffer));
  OK(clReleaseCommandQueue(queue));
}

static void find_extension_functions(cl_platform_id platform) {
  CHECK(clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR") != NULL);
  CHECK(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunctionXYZ") == NULL);
  CHECK(clGetExtensionFunctionAddress("clNoSuchFunctionXYZ") == NULL);
}

int main(void) {
  Session s = open_session();
  list_platforms_and_devices(s.platform);
  query_platform(s.platform);
  make_contexts(s.platform, s.device);
  outlive_the_context(s.device);
  find_extension_functions(s.platform);
  // Root devices are not counted.
  OK(clRetainDevice(s.device));
  OK(clReleaseDevice(s.device));
  OK(clReleaseDevice(s.device));
  OK(clUnloadPlatformCompiler(s.platform));
  OK(clUnloadCompiler());
  // The compiler comes back when it is needed.
  cl_kernel kernel = build_kernel(&s, "kernel void k(global int* a) { a[0] = 7; }", "k");
  OK(clReleaseKernel(kernel));
  printf("platform queried\n");
  return close_session(&s);
}
